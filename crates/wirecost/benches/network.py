"""A network with delay, jitter and loss, for `--bench turns -- network`: `network.py DELAY_MS JITTER_MS LOSS_PERCENT`.

Two TUN devices, one of them in a network namespace of its own, and this program between them. Each packet waits for the delay and a
random part of the jitter, or is lost. Prints `ready` and lasts until its standard input ends. Needs root and iproute2.
"""

import fcntl
import heapq
import os
import random
import select
import struct
import subprocess
import sys
import time

NAMESPACE, NEAR, FAR = "wirecost-far", "10.99.0.1", "10.99.0.2"
TUNSETIFF, IFF_TUN, IFF_NO_PI = 0x400454CA, 0x1, 0x1000


def ip(*words):
    subprocess.run(["ip", *words], check=True)


def device(name):
    """A TUN device: each read gives a packet that the system sends there."""
    file = os.open("/dev/net/tun", os.O_RDWR | os.O_NONBLOCK)
    fcntl.ioctl(file, TUNSETIFF, struct.pack("16sH", name.encode(), IFF_TUN | IFF_NO_PI))
    return file


def carry(near, far, delay_s, jitter_s, loss):
    """Carries packets both ways until standard input ends."""
    waiting, number = [], 0
    other = {near: far, far: near}
    while True:
        until = max(0.0, waiting[0][0] - time.monotonic()) if waiting else None
        readable = select.select([near, far, 0], [], [], until)[0]
        if 0 in readable and not os.read(0, 1):
            return
        for file in (file for file in readable if file):
            try:
                while packet := os.read(file, 65536):
                    if random.random() >= loss:
                        due = time.monotonic() + delay_s + random.random() * jitter_s
                        heapq.heappush(waiting, (due, number, other[file], packet))
                        number += 1
            except BlockingIOError:
                pass
        while waiting and waiting[0][0] <= time.monotonic():
            _, _, file, packet = heapq.heappop(waiting)
            try:
                os.write(file, packet)
            except BlockingIOError:
                pass


def main():
    delay_ms, jitter_ms, loss_percent = map(float, sys.argv[1:4])
    ip("netns", "add", NAMESPACE)
    try:
        near, far = device("wc-near"), device("wc-far")
        ip("link", "set", "wc-far", "netns", NAMESPACE)
        ip("addr", "add", NEAR, "peer", FAR, "dev", "wc-near")
        ip("link", "set", "wc-near", "up")
        ip("-n", NAMESPACE, "addr", "add", FAR, "peer", NEAR, "dev", "wc-far")
        ip("-n", NAMESPACE, "link", "set", "wc-far", "up")
        print("ready", flush=True)
        carry(near, far, delay_ms / 1e3, jitter_ms / 1e3, loss_percent / 100)
    finally:
        ip("netns", "del", NAMESPACE)


main()
