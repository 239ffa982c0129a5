// The net/http candidate: ServeMux, http.Server with its defaults, GOMAXPROCS as many as cores.
package main

import (
	"log"
	"net/http"
	"os"
	"runtime"
	"strconv"
)

func number(name string) int {
	value, err := strconv.Atoi(os.Getenv(name))
	if err != nil {
		log.Fatalf("%s: %v", name, err)
	}
	return value
}

func answer(content []byte) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		// Without it net/http looks into the content to guess a type.
		w.Header().Set("Content-Type", "application/octet-stream")
		w.Write(content)
	}
}

func main() {
	message, err := os.ReadFile(os.Getenv("WIRECOST_MESSAGE"))
	if err != nil {
		log.Fatal(err)
	}
	runtime.GOMAXPROCS(number("WIRECOST_CORES"))
	http.HandleFunc("/message", answer(message))
	http.HandleFunc("/who", answer([]byte(os.Getenv("WIRECOST_NONCE"))))
	log.Fatal(http.ListenAndServe("127.0.0.1:"+strconv.Itoa(number("WIRECOST_PORT")), nil))
}
