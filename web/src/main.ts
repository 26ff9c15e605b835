// Starts the page.
import { mount } from "svelte";
import { server } from "./api/server.svelte";
import App from "./app.svelte";
import { reloadOnChange } from "./offline/others";
import { showTheme } from "./state/kept.svelte";
import "./style/tokens.css";
import "./style/board.css";
import "./style/page.css";

showTheme();
server.watch();
reloadOnChange();
const target = document.getElementById("app");
if (target) mount(App, { target });
