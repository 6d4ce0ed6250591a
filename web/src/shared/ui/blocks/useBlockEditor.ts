import type { Block } from '@crewline/contract/blocks'
import { Editor } from '@tiptap/core'
import { Selection } from '@tiptap/pm/state'
import type { EditorView } from '@tiptap/pm/view'
import { useEffect, useRef, useState, type RefObject } from 'react'
import type { DescribeCard } from './card-nodes.ts'
import { blocksFrom, documentFrom } from './document-rules.ts'
import { typeAfterCard } from './editor-commands.ts'
import { makeExtensions } from './nodes.ts'
import { plainerHtml, type Pasteable } from './paste-rules.ts'
import { commandAt, type SlashCommand } from './slash-rules.ts'

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
  /** What stands after a slash before the cursor, and where; undefined when there is no slash. */
  slash: SlashCommand | undefined
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
  slash: undefined,
}

export interface BlockEditorOptions {
  blocks: readonly Block[]
  onChange: (blocks: Block[]) => void
  urlOf: (fileId: string) => string
  describe: (alt: string) => string
  describeCard: DescribeCard
  galleryName: string
  known: Pasteable
  label: string
  placeholder: string
  language: string
  isReadOnly: boolean
  /** Takes a key before the editor does; returns whether it did. */
  onKey: (event: KeyboardEvent) => boolean
  /** Takes pictures that are pasted or dropped; the cursor is where they belong. */
  onPictures: (files: File[]) => void
}

/** Returns the pictures that are pasted or dropped; none where text comes along, as from a word processor or a table. */
function picturesOf(data: DataTransfer | null): File[] {
  if (!data || data.types.includes('text/html') || data.types.includes('text/plain')) return []
  return [...data.files].filter(({ type }) => type.startsWith('image/'))
}

function takePictures(view: EditorView, data: DataTransfer | null, take: BlockEditorOptions['onPictures']): boolean {
  const pictures = view.editable ? picturesOf(data) : []
  if (pictures.length > 0) take(pictures)
  return pictures.length > 0
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
    slash: selection.empty ? commandAt(selection.$from) : undefined,
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
        describeCard: (type, attributes) => latest.current.describeCard(type, attributes),
        galleryName: () => latest.current.galleryName,
        known: {
          hasFile: (fileId) => latest.current.known.hasFile(fileId),
          hasForm: (formId) => latest.current.known.hasForm(formId),
        },
      }),
      content: documentFrom(blocks),
      editable: !isReadOnly,
      // Styles in the page are not allowed by its policy; ours are in the style sheet.
      injectCSS: false,
      editorProps: {
        handleKeyDown: (_view, event) => latest.current.onKey(event),
        handleTextInput: (view, _from, _to, text) => typeAfterCard(view, text),
        handlePaste: (view, event) => takePictures(view, event.clipboardData, latest.current.onPictures),
        handleDrop(view, event) {
          const at = view.posAtCoords({ left: event.clientX, top: event.clientY })
          if (picturesOf(event.dataTransfer).length > 0 && at)
            view.dispatch(view.state.tr.setSelection(Selection.near(view.state.doc.resolve(at.pos))))
          return takePictures(view, event.dataTransfer, latest.current.onPictures)
        },
        transformPastedHTML: plainerHtml,
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
