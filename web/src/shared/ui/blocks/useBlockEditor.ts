import type { Block } from '@crewline/contract/blocks'
import { Editor } from '@tiptap/core'
import { useEffect, useRef, useState, type RefObject } from 'react'
import { blocksFrom, documentFrom } from './document-rules.ts'
import { makeExtensions } from './nodes.ts'

/** What the toolbar and the panel show; changes with the selection. */
export interface EditorState {
  /** The block with the cursor, and its place. */
  block: Block | undefined
  index: number
  count: number
  isBold: boolean
  isItalic: boolean
  link: string | undefined
  canUndo: boolean
  canRedo: boolean
}

const EMPTY: EditorState = {
  block: undefined,
  index: -1,
  count: 0,
  isBold: false,
  isItalic: false,
  link: undefined,
  canUndo: false,
  canRedo: false,
}

export interface BlockEditorOptions {
  blocks: readonly Block[]
  onChange: (blocks: Block[]) => void
  urlOf: (fileId: string) => string
  describe: (alt: string) => string
  label: string
  placeholder: string
  language: string
  isReadOnly: boolean
}

function stateOf(editor: Editor): EditorState {
  const { doc, selection } = editor.state
  const index = selection.$from.index(0)
  const href: unknown = editor.isActive('link') ? editor.getAttributes('link')['href'] : undefined
  return {
    block: index < doc.childCount ? blocksFrom({ content: [doc.child(index).toJSON()] })[0] : undefined,
    index,
    count: doc.childCount,
    isBold: editor.isActive('bold'),
    isItalic: editor.isActive('italic'),
    link: typeof href === 'string' ? href : undefined,
    canUndo: editor.can().undo(),
    canRedo: editor.can().redo(),
  }
}

/**
 * Makes an editor in an element. The document is read once: a caller that replaces it mounts another editor. `onChange`
 * gets every change at once.
 */
export function useBlockEditor(
  element: RefObject<HTMLDivElement | null>,
  options: BlockEditorOptions,
): { editor: Editor | undefined; state: EditorState } {
  const latest = useRef(options)
  const [editor, setEditor] = useState<Editor>()
  const [state, setState] = useState(EMPTY)
  useEffect(() => {
    latest.current = options
  })
  useEffect(() => {
    const { blocks, label, placeholder, language, isReadOnly } = latest.current
    const made = new Editor({
      element: element.current,
      extensions: makeExtensions({
        placeholder,
        urlOf: (fileId) => latest.current.urlOf(fileId),
        describe: (alt) => latest.current.describe(alt),
      }),
      content: documentFrom(blocks),
      editable: !isReadOnly,
      // Styles in the page are not allowed by its policy; ours are in the style sheet.
      injectCSS: false,
      editorProps: {
        attributes: { role: 'textbox', 'aria-multiline': 'true', 'aria-label': label, lang: language, dir: 'auto' },
      },
      onUpdate: ({ editor: changed }) => latest.current.onChange(blocksFrom(changed.getJSON())),
      onTransaction: ({ editor: changed }) => setState(stateOf(changed)),
    })
    setEditor(made)
    setState(stateOf(made))
    return () => made.destroy()
  }, [element])
  return { editor, state }
}

/** Moves the block with the cursor up or down; the cursor stays in it. */
export function moveBlock(editor: Editor, by: -1 | 1): void {
  const { state } = editor
  const index = state.selection.$from.index(0)
  const other = index + by
  if (other < 0 || other >= state.doc.childCount) return
  const starts: number[] = []
  state.doc.forEach((_node, offset) => starts.push(offset))
  const [start = 0, target = 0] = [starts[index], starts[other]]
  const node = state.doc.child(index)
  const neighbor = state.doc.child(other)
  // The neighbor moves to the other side of the block, so that the selection is kept by itself.
  const place = by < 0 ? start + node.nodeSize - neighbor.nodeSize : start
  const change = state.tr.delete(target, target + neighbor.nodeSize).insert(place, neighbor)
  editor.view.dispatch(change.scrollIntoView())
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

/** Puts the cursor into a block and shows it. */
export function selectBlock(editor: Editor, id: string): void {
  editor.state.doc.forEach((node, offset) => {
    if (node.attrs['blockId'] !== id) return
    if (node.isAtom) editor.chain().setNodeSelection(offset).scrollIntoView().focus().run()
    else
      editor
        .chain()
        .setTextSelection(offset + 1)
        .scrollIntoView()
        .focus()
        .run()
  })
}

/** Changes the attributes of the block with the cursor. */
export function setAttributes(editor: Editor, attributes: Record<string, unknown>): void {
  const { doc, selection, tr } = editor.state
  const index = selection.$from.index(0)
  doc.forEach((_node, offset, at) => {
    if (at === index) for (const [name, value] of Object.entries(attributes)) tr.setNodeAttribute(offset, name, value)
  })
  editor.view.dispatch(tr)
}

/** Adds a block after the one with the cursor; an empty paragraph is replaced by it. */
export function insertBlock(editor: Editor, node: { type: string; attrs?: Record<string, unknown> }): void {
  const { doc, selection } = editor.state
  const index = selection.$from.index(0)
  let start = 0
  doc.forEach((_node, offset, at) => {
    if (at === index) start = offset
  })
  const current = doc.child(index)
  const isEmpty = current.type.name === 'paragraph' && current.content.size === 0
  const end = start + current.nodeSize
  const place = isEmpty ? start : end
  const chain = editor.chain().insertContentAt(isEmpty ? { from: start, to: end } : end, node)
  const isText = node.type === 'callout' || node.type === 'heading' || node.type === 'paragraph'
  if (isText)
    chain
      .setTextSelection(place + 1)
      .focus()
      .run()
  else if (node.type === 'picture' || node.type === 'actionButton') chain.setNodeSelection(place).run()
  else chain.focus().run()
}
