#!/usr/bin/env bash
# Loads a server from the pods of a real cluster, and shows what becomes of them:
#   cluster.sh FOLDER WIRECOST loads.sh WIRECOST
set -euo pipefail

wirecost=$(realpath "$1")
url=http://$HOST_ADDRESS:8000
own=$(mktemp -d)
trap 'rm -rf "$own"' EXIT
export HOME=$own
placed=(--on kubernetes:3 --image localhost/wirecost:test)

say() { printf '\n## %s\n' "$*"; }

tell() { sed "s#$wirecost#wirecost#g; s#$own/##g; s#^#\$ #" <<< "$*"; }

# Shows a command, runs it, and shows its exit code if it failed.
show() {
    tell "$@"
    "$@" || echo "exit code $?"
}

count() { python3 -c "print(__import__('urllib.request').request.urlopen('$url/count').read().decode().strip())"; }

# Starts a load in the background, and waits until its three parts send.
begin() {
    rm -rf "$own/parts"
    set -- "$wirecost" load "$url/" "${placed[@]}" --rate 90 -c 9 --warmup 0s --lead 15s --work-dir "$own/parts" "$@"
    tell "$@"
    "$@" &
    load=$!
    until [ "$(grep --files-with-matches --no-messages at_s "$own"/parts/part-*.out | wc -l)" = 3 ]; do sleep 0.2; done
}

# Waits for the load in the background.
end() {
    wait $load || echo "exit code $?"
}

# What is known of the pod of a part.
pod() { kubectl get pods --selector "batch.kubernetes.io/job-completion-index=$1" --output "jsonpath={.items[0].$2}"; }

# Shows what is left of all jobs, once their pods have had the time to end.
left() {
    kubectl wait --for=delete pods --all --timeout=120s > /dev/null
    show kubectl get jobs,pods,configmaps --selector app.kubernetes.io/name=wirecost
    show kubectl get configmaps --field-selector metadata.name!=kube-root-ca.crt
}

python3 "$(dirname "$0")/server.py" "$HOST_ADDRESS" 8000 &
until count > /dev/null 2>&1; do sleep 0.1; done

say The cluster
show kubectl version
show kubectl get nodes --output wide

say A load as a whole
before=$(count)
begin -d 10s
end
echo "the server counted $(($(count) - before)) requests"
left

say A worker is killed
begin -d 20s
container=$(pod 1 'status.containerStatuses[0].containerID')
show ctr --address "/run/$(pod 1 spec.nodeName).sock" --namespace k8s.io task kill --signal SIGKILL "${container#*://}"
end
left

say A pod is deleted
begin -d 20s
show kubectl delete pod "$(pod 2 metadata.name)" --grace-period 0 --force
end
left

say Ctrl-C
begin -d 1h
sleep 5
show kill -INT $load
end
left

say A manifest, applied by hand
show "$wirecost" load "$url/" "${placed[@]}" --rate 90 -c 9 -d 5s --warmup 0s --lead 20s --emit "$own/job.yaml"
# The commands in the head of the manifest, as they stand there.
sed -n 's/^#   //p' "$own/job.yaml" | sed "s#FILE#$own/job.yaml#; s#wirecost merge#$wirecost merge#" > "$own/commands"
(cd "$own" && bash -ux commands 2>&1) | sed "s#$wirecost#wirecost#g; s#$own/##g"
left

say A suite, its candidates dealt to two pods
chosen=(--candidate prost --candidate serde_json --candidate postcard)
show "$wirecost" run tiny --lab codec "${chosen[@]}" --split --on kubernetes:2 "${placed[@]:2}"
left

say A node is lost
begin -d 20s
node=$(pod 0 spec.nodeName)
# Its kubelet, its containerd and all that its pods run end at once.
mapfile -t processes < <(pgrep -f "/${node}[./]"; find "/sys/fs/cgroup/pids/wirecost-test/$node" -name cgroup.procs -exec cat {} +)
kill -KILL "${processes[@]}"
end
show kubectl get nodes
show kubectl get jobs,pods
show kubectl delete node "$node"
left
