"""A load balancer as it stands before several processes: each call goes to the next of them that answers in time."""

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager

from aiohttp import ClientError, ClientSession, ClientTimeout, web

IN_TIME = ClientTimeout(1)
SICK_SECONDS = 10.0  # whoever did not answer is asked only after the others for so long


class Balancer:
    """Where Telegram calls. `counts` says how often each address has answered well."""

    def __init__(self, addresses: Sequence[str]) -> None:
        self.url = ""
        self.counts: Counter[str] = Counter()
        self._addresses = list(addresses)
        self._sick_until: Counter[str] = Counter()

    @classmethod
    @asynccontextmanager
    async def before(cls, addresses: Sequence[str]) -> AsyncIterator["Balancer"]:
        balancer, app = cls(addresses), web.Application()
        runner = web.AppRunner(app, access_log=None, shutdown_timeout=0.1, handler_cancellation=True)
        async with ClientSession(timeout=IN_TIME) as balancer._client:
            app.router.add_route("*", "/{path:.*}", balancer._forward)
            await runner.setup()
            await web.TCPSite(runner, "127.0.0.1", 0).start()
            balancer.url = f"http://127.0.0.1:{runner.addresses[0][1]}"
            yield balancer
            await runner.cleanup()

    async def _forward(self, request: web.Request) -> web.Response:
        body, clock = await request.read(), asyncio.get_running_loop().time
        self._addresses.append(self._addresses.pop(0))
        for address in sorted(self._addresses, key=lambda address: self._sick_until[address] > clock()):
            try:
                url = f"http://{address}{request.path_qs}"
                async with self._client.request(request.method, url, data=body, headers=request.headers) as answer:
                    self.counts[address] += answer.ok
                    return web.Response(status=answer.status, body=await answer.read())
            except (ClientError, TimeoutError):  # down, ended in the middle, or stopped: another may be there
                self._sick_until[address] = clock() + SICK_SECONDS
        return web.Response(status=502)
