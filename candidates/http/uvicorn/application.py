"""The uvicorn candidate: a bare ASGI application, so that the server is measured and no framework."""

import os

with open(os.environ["WIRECOST_MESSAGE"], "rb") as file:
    ANSWERS = {"/message": file.read(), "/who": os.environ["WIRECOST_NONCE"].encode()}


async def application(scope, receive, send):
    if scope["type"] != "http":
        raise NotImplementedError(scope["type"])
    content = ANSWERS.get(scope["path"])
    await send({
        "type": "http.response.start",
        "status": 200 if content is not None else 404,
        "headers": [
            (b"content-type", b"application/octet-stream"),
            (b"content-length", str(len(content or b"")).encode()),
        ],
    })
    await send({"type": "http.response.body", "body": content or b""})
