"""Keeps a run from ending itself, and from reaching anybody outside."""

import os
import re

import schemathesis

ours = {os.environ["API_KEY_ID"], os.environ["OWNER_ID"]}
nobodys = "0" * 26
an_etag = re.compile(r'\*|(W/)?"[0-9]{1,9}"')


@schemathesis.hook
def before_call(context, case, kwargs):
    # The ids in answers are used again. Without its key, all that is left of the run is told to sign in.
    for name, value in (case.path_parameters or {}).items():
        if value in ours:
            case.path_parameters[name] = value[:4] + nobodys
    if not case.meta or not case.meta.generation.mode.is_positive:
        return
    # Whoever has the host that was made up is to be left alone.
    body = case.body
    if isinstance(body, dict) and str(body.get("url", "")).startswith("http"):
        body["url"] = "http://127.0.0.1:9/"
    # Its coverage phase makes headers of letters and digits alone, whatever their pattern: no ETag is like that.
    version = (case.headers or {}).get("If-Match")
    if version is not None and not an_etag.fullmatch(version):
        del case.headers["If-Match"]
