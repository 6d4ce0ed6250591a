/** Leaves for a page of the payment service. */
export function leaveFor(url: string): void {
  globalThis.location.assign(url)
}
