// The service: bookings of rooms over HTTP, kept in one file. It stands for a
// service of yours with a database of its own.
//
//	GET    /bookings?day=2026-05-06
//	POST   /bookings        {"room": "Elm", "day": "2026-05-06", "hour": 10, "who": "Jo"}
//	DELETE /bookings/b1
import { readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";

export function service(file) {
  const load = () => JSON.parse(readFileSync(file, "utf8"));
  const save = (data) => writeFileSync(file, JSON.stringify(data, null, 2));
  return createServer(async (request, response) => {
    const answer = (status, body) => response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
    const { pathname, searchParams } = new URL(request.url, "http://localhost");
    const data = load();
    if (request.method === "GET" && pathname === "/bookings") {
      const day = searchParams.get("day");
      return answer(200, { bookings: data.bookings.filter((b) => !day || b.day === day) });
    }
    if (request.method === "POST" && pathname === "/bookings") {
      let text = "";
      for await (const part of request) text += part;
      const { room, day, hour, who } = JSON.parse(text);
      if (data.bookings.some((b) => b.room === room && b.day === day && b.hour === hour)) {
        return answer(409, { error: `${room} is taken on ${day} at ${hour}` });
      }
      const booking = { id: `b${data.next}`, room, day, hour, who };
      save({ next: data.next + 1, bookings: [...data.bookings, booking] });
      return answer(201, booking);
    }
    const id = pathname.match(/^\/bookings\/(b\d+)$/)?.[1];
    if (request.method === "DELETE" && data.bookings.some((b) => b.id === id)) {
      save({ ...data, bookings: data.bookings.filter((b) => b.id !== id) });
      return answer(200, { cancelled: id });
    }
    return answer(404, { error: "there is no such booking" });
  });
}
