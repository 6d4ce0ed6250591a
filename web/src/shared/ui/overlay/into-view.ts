/** The ref of the active option of a list: scrolls to it when it becomes active. */
export function intoView(option: HTMLElement | null): void {
  option?.scrollIntoView({ block: 'nearest' })
}
