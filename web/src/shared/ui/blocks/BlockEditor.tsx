import type { Block } from '@crewline/contract/blocks'
import { useLingui } from '@lingui/react/macro'
import { useEffect, useRef, useState } from 'react'
import classes from './BlockEditor.module.css'
import { BlockHandle, rectsOf } from './BlockHandle.tsx'
import { BlockPanel } from './BlockPanel.tsx'
import { insertBlock, moveBlock, selectBlock } from './editor-commands.ts'
import { LinkBar } from './LinkBar.tsx'
import { describeCard } from './describe-card.ts'
import { SlashMenu } from './SlashMenu.tsx'
import { ACCEPTS, type BlockSources } from './sources.ts'
import { Toolbar } from './Toolbar.tsx'
import { useBlockEditor } from './useBlockEditor.ts'
import { useBlockNames } from './useBlockNames.ts'
import { useInsertables } from './useInsertables.ts'
import { useSlashMenu, type SlashState } from './useSlashMenu.ts'

export interface BlockEditorProps {
  /** The document when the editor is mounted; give it another `key` to replace it. */
  blocks: readonly Block[]
  onChange: (blocks: Block[]) => void
  /** Names the text field. */
  label: string
  /** The language that the document is written in. */
  language: string
  sources: BlockSources
  /** What is wrong with blocks, by id. */
  errors: Readonly<Record<string, string>>
  /** The block to put the cursor in; a new object asks again. */
  focusOn?: { id: string } | undefined
  isReadOnly: boolean
}

/** Edits a document of blocks: text with bold, italics and links, and what the menu of blocks offers. */
export function BlockEditor(props: BlockEditorProps) {
  const { blocks, onChange, label, language, sources, errors, focusOn, isReadOnly } = props
  const { t } = useLingui()
  const canvas = useRef<HTMLDivElement>(null)
  const element = useRef<HTMLDivElement>(null)
  const bars = useRef<HTMLDivElement>(null)
  const pictures = useRef<HTMLInputElement>(null)
  const files = useRef<HTMLInputElement>(null)
  const names = useBlockNames()
  const slashMenu = useRef<SlashState>(undefined)
  const [isLinking, setLinking] = useState(false)
  const [isUploading, setUploading] = useState(false)
  const [hovered, setHovered] = useState<number>()
  const { editor, state } = useBlockEditor(element, {
    blocks,
    onChange,
    urlOf: sources.urlOf,
    describeCard: (type, attributes) => describeCard(type, attributes, { names, sources }),
    galleryName: names.gallery,
    known: {
      hasFile: (fileId) => sources.urlOf(fileId) !== '' || sources.nameOf(fileId) !== '',
      hasForm: (formId) => sources.forms.some(({ id }) => id === formId),
    },
    describe: (alt) => alt || t`Picture without a description`,
    label,
    placeholder: t`Write here, or type / to add a block`,
    language,
    isReadOnly,
    onKey: (event) => slashMenu.current?.onKey(event) ?? false,
    onPictures: (added) => void addPictures(added),
  })
  const insertables = useInsertables(sources.zone)
  const menu = useSlashMenu(editor, isReadOnly ? undefined : state.slash, {
    insertables,
    onPick: (kind) => (kind === 'picture' ? pictures : files).current?.click(),
  })
  useEffect(() => {
    slashMenu.current = menu
  })
  useEffect(() => {
    if (!editor || !focusOn || !selectBlock(editor, focusOn.id)) return undefined
    // What is wrong among the settings of the block gets the focus. They are shown with a later render, and the editor
    // takes the focus with a later frame: on a slow phone in either order, and late.
    let left = 20
    const timer = setInterval(() => {
      const field = bars.current?.querySelector<HTMLElement>('[aria-invalid=true]')
      left -= 1
      if (left === 0 || (field && field === document.activeElement)) clearInterval(timer)
      else field?.focus()
    }, 50)
    return () => clearInterval(timer)
  }, [editor, focusOn])
  async function addPicture(file: File): Promise<void> {
    setUploading(true)
    const fileId = await sources.onPicture(file)
    setUploading(false)
    if (fileId && editor && !editor.isDestroyed)
      insertBlock(editor, { type: 'picture', attrs: { fileId, alt: '', isDecoration: false } })
  }
  async function addPictures(added: File[]): Promise<void> {
    // One after the other, in their order.
    for (const file of added) await addPicture(file)
  }
  async function addFile(file: File): Promise<void> {
    setUploading(true)
    const fileId = await sources.onFile(file, 'file')
    setUploading(false)
    if (fileId && editor && !editor.isDestroyed) insertBlock(editor, { type: 'fileCard', attrs: { fileId, label: '' } })
  }
  return (
    <div
      role="group"
      aria-label={label}
      className={classes.editor}
      data-read-only={isReadOnly || undefined}
      onKeyDown={(event) => {
        if (!editor || isReadOnly || !event.altKey || event.ctrlKey || event.metaKey) return
        if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return
        event.preventDefault()
        moveBlock(editor, event.key === 'ArrowUp' ? -1 : 1)
      }}
    >
      {editor && !isReadOnly && (
        <div className={classes.bars} ref={bars}>
          <Toolbar
            editor={editor}
            state={state}
            onLink={() => setLinking((open) => !open)}
            onPicture={(file) => void addPicture(file)}
            pictures={pictures}
            isUploading={isUploading}
          />
          {isLinking && <LinkBar editor={editor} current={state.link} onClose={() => setLinking(false)} />}
          <BlockPanel editor={editor} state={state} error={state.block && errors[state.block.id]} sources={sources} />
          <input
            ref={files}
            type="file"
            accept={ACCEPTS.file}
            hidden
            aria-label={t`File`}
            onChange={({ currentTarget }) => {
              const [file] = currentTarget.files ?? []
              currentTarget.value = ''
              if (file) void addFile(file)
            }}
          />
        </div>
      )}
      <div
        ref={canvas}
        className={classes.canvas}
        onPointerMove={({ clientY, pointerType }) => {
          if (!editor || !canvas.current || isReadOnly || pointerType !== 'mouse') return
          const y = clientY - canvas.current.getBoundingClientRect().top
          const at = rectsOf(editor, canvas.current).findIndex(({ top, bottom }) => y >= top - 6 && y < bottom + 6)
          setHovered(at === -1 ? undefined : at)
        }}
        onPointerLeave={() => setHovered(undefined)}
      >
        <div ref={element} />
        {editor && !isReadOnly && <BlockHandle editor={editor} canvas={canvas} state={state} hovered={hovered} />}
        {editor && state.slash && menu.items.length > 0 && (
          <SlashMenu editor={editor} canvas={canvas} slash={state.slash} menu={menu} />
        )}
      </div>
    </div>
  )
}
