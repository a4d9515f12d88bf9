import { render } from "preact";

import { App } from "./app.tsx";
import { takeToken } from "./client.ts";

takeToken();
render(<App />, document.getElementById("app")!);
