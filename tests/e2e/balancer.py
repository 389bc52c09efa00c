"""A load balancer as it stands before several processes: each call goes to the next of them that answers."""

from collections import Counter
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager

from aiohttp import ClientError, ClientSession, web


class Balancer:
    """Where Telegram calls. `counts` says how often each address has answered well."""

    def __init__(self, addresses: Sequence[str]) -> None:
        self.url = ""
        self.counts: Counter[str] = Counter()
        self._addresses = list(addresses)

    @classmethod
    @asynccontextmanager
    async def before(cls, addresses: Sequence[str]) -> AsyncIterator["Balancer"]:
        balancer, app = cls(addresses), web.Application()
        runner = web.AppRunner(app, access_log=None, shutdown_timeout=0.1, handler_cancellation=True)
        async with ClientSession() as balancer._client:
            app.router.add_route("*", "/{path:.*}", balancer._forward)
            await runner.setup()
            await web.TCPSite(runner, "127.0.0.1", 0).start()
            balancer.url = f"http://127.0.0.1:{runner.addresses[0][1]}"
            yield balancer
            await runner.cleanup()

    async def _forward(self, request: web.Request) -> web.Response:
        body = await request.read()
        for _ in self._addresses:
            address = self._addresses.pop(0)
            self._addresses.append(address)
            try:
                url = f"http://{address}{request.path_qs}"
                async with self._client.request(request.method, url, data=body, headers=request.headers) as answer:
                    self.counts[address] += answer.ok
                    return web.Response(status=answer.status, body=await answer.read())
            except ClientError:  # down, or ended in the middle: another may be there
                continue
        return web.Response(status=502)
