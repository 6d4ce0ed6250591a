/** Replaces a range of a field and places the caret after it, so that the undo of the browser still works. */
export function replaceIn(field: HTMLTextAreaElement, text: string, range?: { from: number; to: number }): void {
  field.focus()
  if (range) field.setSelectionRange(range.from, range.to)
  // Only execCommand keeps the undo history of the browser; `setRangeText` is the fallback where it no longer exists.
  if (document.execCommand('insertText', false, text)) return
  field.setRangeText(text, field.selectionStart, field.selectionEnd, 'end')
  field.dispatchEvent(new Event('input', { bubbles: true }))
}
