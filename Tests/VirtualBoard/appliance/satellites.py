"""Runs in the guest: a server with gpsd's protocol, and a stationary GPS receiver."""
import socketserver
import threading
import time

LATITUDE, LONGITUDE, HEIGHT = 52.5163, 13.3777, 34.0
VERSION = '{"class":"VERSION","release":"3.22","rev":"3.22","proto_major":3,"proto_minor":14}\n'
# The position once a second, in the format of gpsd_json(5).
FIX = ('{"class":"TPV","device":"/dev/ttyACM0","mode":3,"time":"%s","ept":0.005,"lat":%.6f,"lon":%.6f,'
       '"altMSL":%.1f,"eph":4.0}\n')


class Listener(socketserver.StreamRequestHandler):
    """Sends the receiver's position to each connection until the client hangs up."""

    def handle(self):
        try:
            self.wfile.write(VERSION.encode())
            self.rfile.readline()
            while True:
                moment = time.time()
                stamp = time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(moment)) + ".%03dZ" % (moment % 1 * 1000)
                self.wfile.write((FIX % (stamp, LATITUDE, LONGITUDE, HEIGHT)).encode())
                time.sleep(1.0)
        except OSError:
            pass


class Server(socketserver.ThreadingTCPServer):
    """The server on gpsd's port of this computer."""

    allow_reuse_address = daemon_threads = True

    def __init__(self):
        super().__init__(("127.0.0.1", 2947), Listener)
        threading.Thread(target=self.serve_forever, daemon=True).start()
