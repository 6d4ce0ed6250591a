// What the buttons and keys of the editor do to its blocks.
import type { Editor, JSONContent } from '@tiptap/core'
import { NodeSelection, TextSelection, type Transaction } from '@tiptap/pm/state'
import type { EditorView } from '@tiptap/pm/view'

/** Returns where each block begins. */
export function startsOf({ state }: Editor): number[] {
  const starts: number[] = []
  state.doc.forEach((_node, offset) => starts.push(offset))
  return starts
}

/** Moves the block with the cursor up or down; the cursor stays in it, and so does the focus unless it is elsewhere. */
export function moveBlock(editor: Editor, by: -1 | 1, { keepsFocus = false } = {}): void {
  const { state } = editor
  const index = state.selection.$from.index(0)
  const other = index + by
  if (other < 0 || other >= state.doc.childCount) return
  const starts = startsOf(editor)
  const [start = 0, target = 0] = [starts[index], starts[other]]
  const node = state.doc.child(index)
  const neighbor = state.doc.child(other)
  // The neighbor moves to the other side of the block, so that the selection is kept by itself.
  const place = by < 0 ? start + node.nodeSize - neighbor.nodeSize : start
  const change = state.tr.delete(target, target + neighbor.nodeSize).insert(place, neighbor)
  editor.view.dispatch(change.scrollIntoView())
  if (!keepsFocus) editor.view.focus()
}

/** Moves a block to a place between others: 0 is before the first. It is selected then. */
export function moveBlockTo(editor: Editor, from: number, place: number): void {
  const { state } = editor
  const starts = startsOf(editor)
  const start = starts[from]
  if (start === undefined || place === from || place === from + 1) return
  const node = state.doc.child(from)
  const target = starts[place] ?? state.doc.content.size
  const change = state.tr.delete(start, start + node.nodeSize)
  const at = change.mapping.map(target)
  change.insert(at, node)
  editor.view.dispatch(selectAt(change, at).scrollIntoView())
}

function selectAt(change: Transaction, at: number): Transaction {
  const isAtom = change.doc.nodeAt(at)?.isAtom
  return change.setSelection(
    isAtom ? NodeSelection.create(change.doc, at) : TextSelection.near(change.doc.resolve(at + 1)),
  )
}

/** Puts the cursor into the block at a place. */
export function selectBlockAt(editor: Editor, index: number): void {
  const start = startsOf(editor)[index]
  if (start === undefined) return
  editor.view.dispatch(selectAt(editor.state.tr, start))
  editor.view.focus()
}

/** Deletes the block with the cursor. */
export function deleteBlock(editor: Editor): void {
  const { doc, selection } = editor.state
  const index = selection.$from.index(0)
  let start = 0
  doc.forEach((_node, offset, at) => {
    if (at === index) start = offset
  })
  editor
    .chain()
    .deleteRange({ from: start, to: start + doc.child(index).nodeSize })
    .focus()
    .run()
}

/** Puts the cursor into a block and shows it. Returns whether it exists. */
export function selectBlock(editor: Editor, id: string): boolean {
  let isFound = false
  editor.state.doc.forEach((node, offset) => {
    if (node.attrs['blockId'] !== id) return
    isFound = true
    if (node.isAtom) editor.chain().setNodeSelection(offset).scrollIntoView().focus().run()
    else
      editor
        .chain()
        .setTextSelection(offset + 1)
        .scrollIntoView()
        .focus()
        .run()
  })
  return isFound
}

/**
 * Changes the attributes of a block, wherever the cursor is by now: an upload takes its time. A change that depends on the
 * attributes is a function of those that the block has at that moment. Does nothing when the block or the editor is gone.
 */
export function setAttributes(
  editor: Editor,
  id: string,
  change: Record<string, unknown> | ((now: Record<string, unknown>) => Record<string, unknown>),
): void {
  if (editor.isDestroyed) return
  const { doc, tr } = editor.state
  doc.forEach((node, offset) => {
    if (node.attrs['blockId'] !== id) return
    const attributes = typeof change === 'function' ? change(node.attrs) : change
    for (const [name, value] of Object.entries(attributes)) tr.setNodeAttribute(offset, name, value)
  })
  editor.view.dispatch(tr)
}

/** Adds a block after the one with the cursor; an empty paragraph is replaced by it. The cursor goes into it. */
export function insertBlock(editor: Editor, node: JSONContent): void {
  const { doc, selection } = editor.state
  const index = selection.$from.index(0)
  const start = startsOf(editor)[index] ?? 0
  const current = doc.child(index)
  const isEmpty = current.type.name === 'paragraph' && current.content.size === 0
  const end = start + current.nodeSize
  const place = isEmpty ? start : end
  const chain = editor.chain().insertContentAt(isEmpty ? { from: start, to: end } : end, node)
  if (node.type === 'bulletList' || node.type === 'orderedList')
    chain
      .setTextSelection(place + 3)
      .focus()
      .run()
  else if (TEXT_TYPES.has(node.type ?? ''))
    chain
      .setTextSelection(place + 1)
      .focus()
      .run()
  // Its settings get the focus of a person who goes on with Tab.
  else if (node.type === 'horizontalRule') chain.focus().run()
  else chain.setNodeSelection(place).run()
}

const TEXT_TYPES = new Set(['callout', 'heading', 'paragraph', 'quote'])

/**
 * Writes a typed text in a paragraph after a selected card, such as a poll: the text would replace the card with all of its
 * settings. Returns whether it did.
 */
export function typeAfterCard(view: EditorView, text: string): boolean {
  const { selection, schema, tr } = view.state
  const { paragraph } = schema.nodes
  if (!(selection instanceof NodeSelection) || !selection.node.isAtom || !paragraph) return false
  const at = selection.to
  tr.insert(at, paragraph.create(null, schema.text(text)))
  tr.setSelection(TextSelection.create(tr.doc, at + 1 + text.length))
  view.dispatch(tr.scrollIntoView())
  return true
}

/** Opens the menu of blocks: types its slash where the cursor is, or in a paragraph after a block without text. */
export function typeSlash(editor: Editor): void {
  const { $from, empty } = editor.state.selection
  if (!empty || !$from.parent.isTextblock) {
    insertBlock(editor, { type: 'paragraph', content: [{ type: 'text', text: '/' }] })
    editor.commands.setTextSelection(editor.state.selection.from + 1)
    return
  }
  const before = $from.parent.textBetween(0, $from.parentOffset, undefined, '\ufffc')
  editor
    .chain()
    .focus()
    .insertContent(before === '' || before.endsWith(' ') ? '/' : ' /')
    .run()
}
