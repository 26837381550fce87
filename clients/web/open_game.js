// Opens a game from its real address: /game/ID/VERSION is #/game/ID/VERSION of the page.
const { pathname, search } = location;
location.replace(new URL(`./#${pathname.slice(pathname.lastIndexOf("/game/"))}${search}`, import.meta.url));
