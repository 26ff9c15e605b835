"""Calls every operation of the API once through a client that openapi-python-client made
from the API's own document: api_client.py CLIENT_FOLDER DOCUMENT ADDRESS.

Every answer must be of the documented kind and not a refusal, so that a person who makes
a client gets one that works.
"""

import importlib
import json
import pathlib
import pkgutil
import sys

folder, document, address = pathlib.Path(sys.argv[1]).resolve(), sys.argv[2], sys.argv[3]
sys.path.insert(0, str(folder.parent))
package = importlib.import_module(folder.name)
models = importlib.import_module(f"{folder.name}.models")

operations = {}
for tag in pkgutil.iter_modules([str(folder / "api")]):
    for module in pkgutil.iter_modules([str(folder / "api" / tag.name)]):
        path = f"{folder.name}.api.{tag.name}.{module.name}"
        operations[module.name] = importlib.import_module(path)

with open(document, encoding="utf-8") as file:
    paths = json.load(file)["paths"]
documented = [each["operationId"] for item in paths.values() for each in item.values()]
missing = sorted(set(documented) - set(operations))
assert len(documented) == len(set(documented)), "an operationId stands twice"
assert not missing, f"the client lacks {missing}"

# The server may be slow beside other work; nothing is asserted about time.
client = package.Client(base_url=address, raise_on_unexpected_status=True, timeout=600)
called = set()


def call(operation, *args, **kwargs):
    """Calls an operation by its id; gives what its answer holds."""
    called.add(operation)
    answer = operations[operation].sync_detailed(*args, client=client, **kwargs)
    refused = isinstance(answer.parsed, models.Refusal) or answer.status_code >= 400
    assert not refused, f"{operation}: {answer.status_code} {answer.content!r}"
    expected = answer.status_code == 204 or answer.parsed is not None
    assert expected, f"{operation}: {answer.status_code} was not read"
    return answer.parsed


GAME, POSITION = "tictactoe", ".../o../.x."

games = call("list_games")
assert GAME in [game.game for game in games]
assert call("get_game", GAME).game == GAME
position = call("get_position", game=GAME, position=POSITION)
assert position.position == POSITION and len(position.moves) == 7
assert len(call("get_values", game=GAME, position=POSITION).moves) == 7
assert call("get_eyes", game=GAME, position=POSITION, foresight=2).foresight == 2
cross = models.TokenView(kind="cross", count=1, side=models.SideWord.FIRST)
ring = models.TokenView(kind="ring", count=1, side=models.SideWord.SECOND)
tokens = [[], [], [], [ring], [], [], [], [cross], []]
stands = call("set_up_position", body=models.SetUp(game=GAME, tokens=tokens))
assert stands.position.position == POSITION and stands.turns == [models.SideWord.FIRST]
assert call("get_start", game=GAME, position=POSITION).start == POSITION
assert call("get_policy", game="ladders", player="fastest").letters
assert call("get_home").games
level = call("get_next_level", game=GAME)
assert level.begin.game == GAME

begin = models.Begin(game=GAME, against="human")
begun = call("begin_session", body=models.NewSession(begin=begin, move="b2"))
id = begun.session.id
assert [session.id for session in call("list_sessions")] == [id]
assert call("get_session", id).at == begun.session.at
made = call("make_move", id, body=models.NewMove(move="a1", at=begun.session.at))
assert [played.move for played in made.session.moves] == ["b2", "a1"]
undone = call("undo_move", id, body=models.At(at=made.session.at))
assert [played.move for played in undone.moves] == ["b2"]
assert call("ask_for_hint", id, body=models.At(at=undone.at)).stage == 1
assert call("ask_for_values", id, body=models.At(at=undone.at)).values.moves
free = call("begin_session", body=models.NewSession(begin=models.Begin(game=GAME, against="2")))
assert call("ask_for_response", free.session.id, body=models.At(at=free.session.at)).stage == 4
assert call("resign_session", id, body=models.At(at=undone.at)).state == models.StateWord.RESIGNED
assert call("get_review", id).moves[0].frame.move == "b2"

won = models.Begin(game=GAME, position="xx./oo./...", goal=models.GoalWord.WIN)
missed = call("begin_session", body=models.NewSession(begin=won, move="c1"))
assert call("get_twin", missed.session.id).move == "c1"

call("set_name", body=models.NewName(name="Ann"))
assert call("get_me").name == "Ann"
link = call("make_device_link")
call("use_device_link", body=models.UseLink(key=link.path.rsplit("/", 1)[1]))

work = models.WorkType0(game=GAME, position=POSITION, kind=models.WorkType0Kind.ANALYSIS)
work_id = call("begin_work", body=work).id
lines = call("get_work_events", work_id).splitlines()
events = [json.loads(line.removeprefix("data:")) for line in lines if line.startswith("data:")]
assert events[-1]["event"] == "analysis" and events[-1]["done"], events[-1:]
for event in events:
    kinds = [getattr(models, f"WorkEventType{number}") for number in range(5)]
    [kind] = [kind for kind in kinds
              if event["event"] in [word.value for word in getattr(models, f"{kind.__name__}Event")]]
    kind.from_dict(event)
call("cancel_work", work_id)

call("leave_device")
client.get_httpx_client().cookies.clear()
call("set_name", body=models.NewName(name="Bob"))
call("forget_me")

uncalled = sorted(set(documented) - called)
assert not uncalled, f"nobody called {uncalled}"
print(f"a generated client called all {len(called)} operations")
