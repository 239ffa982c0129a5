#!/usr/bin/env bash
# Runs a command in a real Kubernetes cluster of three nodes on this machine, and leaves nothing of it:
#   cluster.sh FOLDER WIRECOST COMMAND...
# FOLDER keeps the programs of Kubernetes, built at the first call. WIRECOST is a static binary, the only program of the image
# localhost/wirecost:test. COMMAND finds kubectl in PATH, the cluster by KUBECONFIG, and a bridge to the pods at $HOST_ADDRESS.
# Needs root, control groups of version 1, Go, a C compiler, and of Debian: containerd runc containernetworking-plugins etcd-server
# iptables openssl procps. With KEEP=1 the outputs of all programs stay in FOLDER/run.
set -euo pipefail

VERSION=31.13 # of Kubernetes 1, and of its libraries 0
export HOST_ADDRESS=10.89.0.1
NODES="node1 node2 node3"
CONTROL="wirecost-test" # the control group of the cluster

# Builds the programs of Kubernetes from their Go modules. Its go.mod names the libraries by folders that the module lacks.
build() {
    local program version=k8s.io/component-base/version module
    local programs=(kube-apiserver kube-controller-manager kube-scheduler kubelet kubectl)
    mkdir -p "$folder/build"
    cd "$folder/build"
    module=$(go mod download -json "k8s.io/kubernetes@v1.$VERSION" | sed -n 's/.*"Dir": "\(.*\)".*/\1/p')
    sed -e 's#^module .*#module cluster#' -e "s#=> \./staging/src/\(.*\)#=> \1 v0.$VERSION#" "$module/go.mod" > go.mod
    echo "require k8s.io/kubernetes v1.$VERSION" >> go.mod
    cat "$module/go.sum" > go.sum
    CGO_ENABLED=0 go build -mod=mod -o "$folder/bin/" \
        -ldflags "-s -w -X $version.gitVersion=v1.$VERSION -X $version.gitMajor=1 -X $version.gitMinor=31" \
        "${programs[@]/#/k8s.io/kubernetes/cmd/}"
    printf '#include <unistd.h>\nint main(void) { for (;;) pause(); }\n' | cc -static -O2 -x c -o "$folder/bin/pause" -
}

# Writes the image localhost/NAME:test, which holds one program alone.
image() {
    local name=$1 program=$2 layer=$run/images/$1
    install -D "$program" "$layer/usr/bin/$name"
    install -d -m 1777 "$layer/tmp"
    tar --owner 0 --group 0 -C "$layer" -cf "$layer/../layer.tar" tmp usr
    cd "$run/images"
    cat > config.json <<JSON
{"architecture": "amd64", "os": "linux", "config": {"Entrypoint": ["/usr/bin/$name"], "Env": ["HOME=/tmp", "PATH=/usr/bin"]},
 "rootfs": {"type": "layers", "diff_ids": ["sha256:$(sha256sum layer.tar | cut -d' ' -f1)"]}}
JSON
    echo "[{\"Config\": \"config.json\", \"RepoTags\": [\"localhost/$name:test\"], \"Layers\": [\"layer.tar\"]}]" > manifest.json
    tar -cf "$name.tar" manifest.json config.json layer.tar
}

# Starts a program whose output goes into a file of its name.
start() {
    local name=$1
    shift
    "$@" > "$run/$name.log" 2>&1 &
}

# Waits until a command succeeds.
until_it_works() {
    for _ in $(seq 600); do
        "$@" > "$run/last" 2>&1 && return
        sleep 0.2
    done
    echo "cluster.sh: this did not succeed within two minutes: $*; the outputs of all programs are in $run" >&2
    cat "$run/last" >&2
    exit 1
}

start_control() {
    local admin=admin token
    token=$(openssl rand -hex 16)
    openssl genrsa -out "$run/accounts.key" 2048 2> /dev/null
    echo "$token,$admin,$admin,system:masters" > "$run/tokens.csv"
    start etcd etcd --data-dir "$run/etcd"
    start apiserver kube-apiserver --etcd-servers http://127.0.0.1:2379 --advertise-address "$HOST_ADDRESS" \
        --cert-dir "$run/certs" --service-cluster-ip-range 10.90.0.0/24 \
        --kubelet-preferred-address-types InternalIP --token-auth-file "$run/tokens.csv" \
        --authorization-mode RBAC --service-account-issuer https://kubernetes.default.svc \
        --service-account-key-file "$run/accounts.key" --service-account-signing-key-file "$run/accounts.key"
    until_it_works test -s "$run/certs/apiserver.crt"
    export KUBECONFIG=$run/kubeconfig
    kubectl config set-cluster test --server "https://$HOST_ADDRESS:6443" --certificate-authority "$run/certs/apiserver.crt"
    kubectl config set-credentials $admin --token "$token"
    kubectl config set-context test --cluster test --user $admin
    kubectl config use-context test
    until_it_works kubectl get --raw /readyz
    start controllers kube-controller-manager --kubeconfig "$KUBECONFIG" --leader-elect=false \
        --service-account-private-key-file "$run/accounts.key" --root-ca-file "$run/certs/apiserver.crt"
    start scheduler kube-scheduler --kubeconfig "$KUBECONFIG" --leader-elect=false
}

# Starts a node: a containerd and a kubelet, with folders, ports and control groups of their own.
start_node() {
    local node=$1 port=$2 own=$run/$1 image controller
    mkdir -p "$own"
    for controller in /sys/fs/cgroup/*/; do mkdir -p "$controller$CONTROL/$node"; done
    cat > "$own/containerd.toml" <<TOML
version = 2
root = "$own/containerd"
state = "/run/$node"
[grpc]
address = "/run/$node.sock"
[plugins."io.containerd.grpc.v1.cri"]
sandbox_image = "localhost/pause:test"
disable_apparmor = true
restrict_oom_score_adj = true
[plugins."io.containerd.grpc.v1.cri".cni]
bin_dir = "/usr/lib/cni"
conf_dir = "$run/cni"
TOML
    cat > "$own/kubelet.yaml" <<YAML
apiVersion: kubelet.config.k8s.io/v1beta1
kind: KubeletConfiguration
port: $port
healthzPort: 0
authentication: {anonymous: {enabled: true}, webhook: {enabled: false}}
authorization: {mode: AlwaysAllow}
cgroupDriver: cgroupfs
cgroupRoot: /$CONTROL/$node
containerRuntimeEndpoint: unix:///run/$node.sock
failSwapOn: false
makeIPTablesUtilChains: false
podLogsDir: $own/logs
resolvConf: ""
volumePluginDir: $own/plugins
YAML
    start "$node-containerd" containerd --config "$own/containerd.toml"
    for image in "$run"/images/{pause,wirecost}.tar; do
        until_it_works ctr --address "/run/$node.sock" --namespace k8s.io images import "$image"
    done
    start "$node-kubelet" kubelet --config "$own/kubelet.yaml" --kubeconfig "$KUBECONFIG" --root-dir "$own/kubelet" \
        --cert-dir "$own/certs" --hostname-override "$node" --node-ip "$HOST_ADDRESS"
}

# The first process of the namespaces. All others end with it.
inside() {
    trap 'exit 130' TERM
    mount --make-rshared /
    mkdir -p /var/lib/cni
    for private in /run /var/log /var/lib/cni; do mount -t tmpfs tmpfs $private; done
    ip link set lo up
    # With an address of its own: it would take that of another port whenever a pod ends, which others learn late.
    ip link add pods address 02:00:00:00:00:01 type bridge
    ip address add $HOST_ADDRESS/24 dev pods
    ip link set pods up
    mkdir "$run/cni"
    cat > "$run/cni/pods.conflist" <<JSON
{"cniVersion": "0.4.0", "name": "pods", "plugins": [{"type": "bridge", "bridge": "pods", "isGateway": true,
 "ipam": {"type": "host-local", "ranges": [[{"subnet": "10.89.0.0/24"}]], "dataDir": "/run/addresses"}}]}
JSON
    image pause "$folder/bin/pause"
    image wirecost "$wirecost"
    start_control > /dev/null
    local port=10250 node
    for node in $NODES; do start_node "$node" $((port++)); done
    for node in $NODES; do until_it_works kubectl get node "$node"; done
    kubectl wait --for=condition=Ready nodes --all --timeout=120s > /dev/null
    kubectl wait --for=create serviceaccount/default configmap/kube-root-ca.crt --timeout=60s > /dev/null
    cd "$started_in"
    "$@" &
    wait $!
}

# What a cluster leaves outside its namespaces: empty control groups, and settings of the kernel that kubelet changes.
clean_up() {
    wait
    sysctl --quiet "${settings[@]}"
    find /sys/fs/cgroup -depth -type d -path "*/$CONTROL*" -delete
    [ -n "${KEEP:-}" ] || rm -rf "$run"
}

[ $# -ge 3 ] || { sed -n '2,7s/^# //p' "$0" >&2; exit 2; }
started_in=$PWD
mkdir -p "$1"
folder=$(realpath "$1") wirecost=$(realpath "$2") run=$(realpath "$1")/run
export PATH="$folder/bin:$PATH:/usr/sbin:/sbin"
if [ "${IN_CLUSTER:-}" = "$$" ]; then
    shift 2
    inside "$@"
    exit
fi
if [ ! -x "$folder/bin/pause" ]; then (build); fi
mapfile -t settings < <(sysctl vm.overcommit_memory kernel.panic kernel.panic_on_oops kernel.keys.root_max{keys,bytes} | tr -d ' ')
rm -rf "$run"
mkdir -p "$run/images"
trap clean_up EXIT
IN_CLUSTER=1 unshare --mount --net --pid --fork --kill-child --mount-proc "$(realpath "$0")" "$folder" "$wirecost" "${@:3}" &
# shellcheck disable=SC2064
trap "pkill -TERM -P $!" INT TERM
wait $!
