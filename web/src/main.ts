import { mount } from "svelte";
import App from "./App.svelte";
import { firstLanguage, speak } from "./lib/languages";
import { speakOfFields } from "./lib/validity";
import "./theme.css";

// The words first, so that no page begins in another language than it goes on in.
void speak(firstLanguage()).then(() => mount(App, { target: document.getElementById("app")! }));
speakOfFields(document);
