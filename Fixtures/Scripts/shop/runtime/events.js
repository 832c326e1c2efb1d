export function dispatch(listeners, event) {
  for (const listener of listeners) {
    listener(event); // CALL: dispatch
  }
}
