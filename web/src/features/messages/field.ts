/** Puts text in place of a part of a field and the caret after it, in a way the browser's own undo knows. */
export function replaceIn(field: HTMLTextAreaElement, text: string, range?: { from: number; to: number }): void {
  field.focus()
  if (range) field.setSelectionRange(range.from, range.to)
  // The only way in that the browser's own undo knows; the other is for browsers that have dropped it.
  if (document.execCommand('insertText', false, text)) return
  field.setRangeText(text, field.selectionStart, field.selectionEnd, 'end')
  field.dispatchEvent(new Event('input', { bubbles: true }))
}
