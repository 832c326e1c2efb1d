#!/usr/bin/env python3
"""A server of debug files for tests: the files of a directory, and what servers do wrong, by the first part of the path.

    server.py DIRECTORY LOG      prints its port; writes a line for each request: the path and how many were answered at once

    /busy/...      waits a moment, then as below
    /slow/...      sends nothing for a minute
    /endless/...   sends without end
    /page/...      a page of HTML, whatever is asked
    /password/...  401
    /broken/...    500
    /away/...      redirects to a file of the machine
    /cut/...       half of the file that it announced
"""
import os
import sys
import threading
import time
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer

lock = threading.Lock()
active = 0


class Handler(SimpleHTTPRequestHandler):
    protocol_version = "HTTP/1.0"

    def log_message(self, *words):
        pass

    def do_GET(self):
        global active
        with lock:
            active += 1
            with open(sys.argv[2], "a") as log:
                log.write(f"{self.path} {active}\n")
        try:
            self.answer()
        finally:
            with lock:
                active -= 1

    def answer(self):
        mode, _, rest = self.path[1:].partition("/")
        if mode == "busy":
            time.sleep(0.3)
        if mode == "slow":
            time.sleep(60)
        elif mode == "endless":
            self.send_response(200)
            self.end_headers()
            while True:
                self.wfile.write(b"\xcf\xfa\xed\xfe" * 65536)
        elif mode == "page":
            self.reply(b"<html>Please log in 0123456789abcdef</html>")
        elif mode in ("password", "broken"):
            self.send_error({"password": 401, "broken": 500}[mode])
        elif mode == "away":
            self.send_response(302)
            self.send_header("Location", "file:///etc/passwd")
            self.end_headers()
        elif mode == "cut":
            self.send_response(200)
            self.send_header("Content-Length", "100000")
            self.end_headers()
            self.wfile.write(b"\xcf\xfa\xed\xfe")
        else:
            self.path = "/" + rest if mode == "busy" else self.path
            super().do_GET()

    def reply(self, data):
        self.send_response(200)
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)


class Server(ThreadingHTTPServer):
    request_queue_size = 64
    daemon_threads = True

    def handle_error(self, request, client_address):
        pass


os.chdir(sys.argv[1])
server = Server(("127.0.0.1", 0), Handler)
print(server.server_address[1], flush=True)
threading.Thread(target=lambda: (sys.stdin.read(), os._exit(0)), daemon=True).start()
server.serve_forever()
