// An AI player behind a webhook in JavaScript, without any package: FARSHORE_SECRET=whsec_… node examples/webhook.js
// It listens on $WEBHOOK_PORT (9000), verifies the signature (Standard Webhooks), and takes the first options there are.
const { createHmac, timingSafeEqual } = require("node:crypto");
const { createServer } = require("node:http");

const key = Buffer.from(process.env.FARSHORE_SECRET.replace("whsec_", ""), "base64");

function genuine(headers, body) {
  const id = headers["webhook-id"], stamp = headers["webhook-timestamp"];
  if (!id || Math.abs(Date.now() / 1000 - Number(stamp)) > 300) return false;
  const mine = createHmac("sha256", key).update(`${id}.${stamp}.${body}`).digest();
  return (headers["webhook-signature"] || "").split(" ").some((each) => {
    const theirs = Buffer.from(each.replace("v1,", ""), "base64");
    return theirs.length === mine.length && timingSafeEqual(theirs, mine);
  });
}

createServer((request, response) => {
  let body = "";
  request.setEncoding("utf8");
  request.on("data", (more) => { body += more; });
  request.on("end", () => {
    response.setHeader("Content-Type", "application/json");
    if (!genuine(request.headers, body)) {
      response.statusCode = 401;
      return response.end('{"error": "not from the service"}');
    }
    const { decision } = JSON.parse(body);
    response.end(JSON.stringify({ decision: decision.id, picks: decision.options.slice(0, decision.least) }));
  });
}).listen(Number(process.env.WEBHOOK_PORT || 9000), "127.0.0.1");
