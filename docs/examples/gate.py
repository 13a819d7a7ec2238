"""
Sends what a gate sees to Lotkeeper, in order and at least once, whatever the network does.

  LOTKEEPER_URL=https://lots.example LOTKEEPER_KEY=… LOTKEEPER_SPOT=1 python3 gate.py events.jsonl [--once]

Each line of the file is one event, which the gate appends:
  {"id": "e-1", "at": "2026-06-15T09:28:40-07:00", "lane": "in-1", "direction": "Entrance", "plate": "ABC 123"}
How far it was sent is kept in events.jsonl.sent, so it resumes there after a restart.
"""

import json
import os
import sys
import time
from http.client import HTTPException
from urllib.error import HTTPError
from urllib.request import Request, urlopen

file = sys.argv[1] if len(sys.argv) > 1 else "events.jsonl"
once = "--once" in sys.argv
url, key, spot = (os.environ[f"LOTKEEPER_{name}"] for name in ("URL", "KEY", "SPOT"))
headers = {"Authorization": f"Token {key}", "Content-Type": "application/json"}
per_call = 500


def send(items):
    """Sends items until Lotkeeper has answered each of them: the same item twice changes nothing."""
    body = json.dumps({"items": items}).encode()
    pause = 1
    while True:
        delay = pause
        try:
            with urlopen(Request(f"{url}/api/ingest/reads/", body, headers), timeout=30) as response:
                for result in json.load(response)["results"]:
                    if result["outcome"] == "refused":
                        print("refused:", result["external_id"], result.get("detail"), file=sys.stderr)
            return
        except HTTPError as error:
            print("answered", error.code, error.read().decode(errors="replace"), file=sys.stderr)
            # Too many calls or a fault of the server passes; a wrong key or body doesn't by itself.
            if error.code != 429 and error.code < 500:
                raise
            delay = int(error.headers.get("Retry-After") or 0) or pause
        except (OSError, HTTPException, ValueError, KeyError) as error:
            print("not reached:", error, file=sys.stderr)
        time.sleep(delay)
        pause = min(pause * 2, 60)


def to_items(line):
    """An event as Lotkeeper takes it; none for a line that isn't one."""
    try:
        event = json.loads(line)
        names = {"external_id": "id", "camera": "lane", "captured_at": "at"}
        names.update({name: name for name in ("direction", "plate")})
        read = {name: event[theirs] for name, theirs in names.items()}
    except (ValueError, KeyError, TypeError):
        print("not an event:", line, file=sys.stderr)
        return []
    return [{"source": "gate", "spot": int(spot), **read}]


sent = int(open(f"{file}.sent").read()) if os.path.exists(f"{file}.sent") else 0
while True:
    # The last line may not be written to its end yet.
    lines = open(file, encoding="utf-8").read().split("\n")[:-1] if os.path.exists(file) else []
    following = lines[sent : sent + per_call]
    if not following and once:
        break
    if not following:
        time.sleep(1)
        continue
    items = [item for line in following for item in to_items(line)]
    if items:
        send(items)
    sent += len(following)
    with open(f"{file}.sent.new", "w") as position:
        position.write(str(sent))
    os.replace(f"{file}.sent.new", f"{file}.sent")
