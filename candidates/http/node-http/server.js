// The Node candidate: http.createServer with its defaults; on several cores a worker each, by the cluster module.
'use strict';

const cluster = require('node:cluster');
const fs = require('node:fs');
const http = require('node:http');

const environment = process.env;
const cores = Number(environment.WIRECOST_CORES);

function serve() {
  const answers = new Map([
    ['/message', fs.readFileSync(environment.WIRECOST_MESSAGE)],
    ['/who', Buffer.from(environment.WIRECOST_NONCE)],
  ]);
  const server = http.createServer((request, response) => {
    const content = answers.get(request.url);
    response.writeHead(content ? 200 : 404, {
      'Content-Type': 'application/octet-stream',
      'Content-Length': content ? content.length : 0,
    });
    response.end(content);
  });
  // The default of 5 s would close connections in the middle of a slow rate.
  server.keepAliveTimeout = 60_000;
  // As every candidate; the default of 511 makes connections wait for a second.
  server.listen({ port: Number(environment.WIRECOST_PORT), host: '127.0.0.1', backlog: 4096 });
}

if (cluster.isPrimary && cores > 1) {
  for (let worker = 0; worker < cores; worker++) cluster.fork();
} else {
  serve();
}
