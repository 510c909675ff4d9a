// Brings the service back to its start: puts the snapshot in the place of its data.
// With a database it would restore a dump, such as
//
//	docker compose exec -T db sh -c 'dropdb app && createdb app && psql -q app < /snapshot.sql'
import { copyFileSync } from "node:fs";

const here = (name) => new URL(name, import.meta.url);
copyFileSync(here("snapshot.json"), here("data.json"));
