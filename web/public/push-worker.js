/* Shows what the server pushes, and opens the decision that it is about. The tag is the id of the news: one that comes
   again takes the place of the first. */

self.addEventListener("push", (event) => {
  let told;
  try {
    told = event.data.json();
  } catch {
    told = { id: "news", title: "News from Dungeon Bowl", body: "", link: "/news" };
  }
  event.waitUntil(self.registration.showNotification(told.title, { body: told.body, tag: told.id, icon: "/icon.svg", image: told.image, data: told.link }));
});

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  const address = new URL(event.notification.data || "/news", self.location.origin);
  if (address.origin !== self.location.origin) return;
  event.waitUntil(self.clients.openWindow(address.href));
});
