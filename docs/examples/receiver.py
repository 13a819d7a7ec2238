"""
Takes webhooks of Lotkeeper: verifies each, appends it to a file, and answers.

  LOTKEEPER_SECRET=whsec_… python3 receiver.py received.jsonl [port]

Each line of the file is one message: {"id": "…", "payload": {"version": 1, "type": "rental.created", …}}
A message that arrives twice is written once. It listens on this machine only: put a proxy with HTTPS in front.
"""

import base64
import hashlib
import hmac
import json
import os
import sys
import time
from http.server import BaseHTTPRequestHandler, HTTPServer

file = sys.argv[1] if len(sys.argv) > 1 else "received.jsonl"
port = int(sys.argv[2]) if len(sys.argv) > 2 else 8080
# Two secrets, separated by a space, while you replace one.
secrets = [base64.b64decode(secret.removeprefix("whsec_")) for secret in os.environ["LOTKEEPER_SECRET"].split()]
max_age_seconds = 5 * 60
max_bytes = 1_000_000

seen = set()
if os.path.exists(file):
    with open(file, encoding="utf-8") as lines:
        seen = {json.loads(line)["id"] for line in lines if line.strip()}


def is_from_lotkeeper(id, timestamp, signatures, body):
    """Whether one of the signatures in the header is right, and the message isn't an old one that somebody repeats."""
    if not timestamp.isdigit() or abs(time.time() - int(timestamp)) > max_age_seconds:
        return False
    signed = f"{id}.{timestamp}.".encode() + body
    wanted = ["v1," + base64.b64encode(hmac.new(secret, signed, hashlib.sha256).digest()).decode() for secret in secrets]
    return any(hmac.compare_digest(given, right) for given in signatures.split() for right in wanted)


class Receiver(BaseHTTPRequestHandler):
    def do_POST(self):
        length = int(self.headers.get("content-length", 0))
        if length > max_bytes:
            return self.answer(413)
        body = self.rfile.read(length)
        id, timestamp, signatures = (self.headers.get(f"webhook-{name}", "") for name in ("id", "timestamp", "signature"))
        if not is_from_lotkeeper(id, timestamp, signatures, body):
            return self.answer(401)
        if id not in seen:
            with open(file, "a", encoding="utf-8") as received:
                received.write(json.dumps({"id": id, "payload": json.loads(body)}) + "\n")
            seen.add(id)
        # Only what is kept is acknowledged. Do slow work later, from the file: Lotkeeper waits ten seconds.
        return self.answer(204)

    def answer(self, status):
        self.send_response(status)
        self.end_headers()

    def log_message(self, *_):
        pass


server = HTTPServer(("127.0.0.1", port), Receiver)
print(f"Listening on port {server.server_port}", flush=True)
server.serve_forever()
