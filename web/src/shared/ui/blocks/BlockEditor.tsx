import type { Block } from '@crewline/contract/blocks'
import { useLingui } from '@lingui/react/macro'
import { useEffect, useRef, useState } from 'react'
import classes from './BlockEditor.module.css'
import { BlockPanel } from './BlockPanel.tsx'
import { LinkBar } from './LinkBar.tsx'
import { Toolbar } from './Toolbar.tsx'
import { insertBlock, moveBlock, selectBlock, useBlockEditor } from './useBlockEditor.ts'

export interface BlockEditorProps {
  /** The document when the editor is mounted; give it another `key` to replace it. */
  blocks: readonly Block[]
  onChange: (blocks: Block[]) => void
  /** Names the text field. */
  label: string
  /** The language that the document is written in. */
  language: string
  /** Returns where a member can see a picture. */
  urlOf: (fileId: string) => string
  /** Stores a picture and returns its file; undefined when it was refused, which the caller explains. */
  onPicture: (file: File) => Promise<string | undefined>
  /** What is wrong with blocks, by id. */
  errors: Readonly<Record<string, string>>
  /** The block to put the cursor in; a new object asks again. */
  focusOn?: { id: string } | undefined
  isReadOnly: boolean
}

/** Edits a document of blocks: text with bold, italics and links, lists, pictures, callouts, buttons and dividers. */
export function BlockEditor(props: BlockEditorProps) {
  const { blocks, onChange, label, language, urlOf, onPicture, errors, focusOn, isReadOnly } = props
  const { t } = useLingui()
  const element = useRef<HTMLDivElement>(null)
  const [isLinking, setLinking] = useState(false)
  const [isUploading, setUploading] = useState(false)
  const { editor, state } = useBlockEditor(element, {
    blocks,
    onChange,
    urlOf,
    describe: (alt) => alt || t`Picture without a description`,
    label,
    placeholder: t`Write here`,
    language,
    isReadOnly,
  })
  useEffect(() => {
    if (editor && focusOn) selectBlock(editor, focusOn.id)
  }, [editor, focusOn])
  async function addPicture(file: File): Promise<void> {
    setUploading(true)
    const fileId = await onPicture(file)
    setUploading(false)
    if (fileId && editor) insertBlock(editor, { type: 'picture', attrs: { fileId, alt: '', isDecoration: false } })
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
        <div className={classes.bars}>
          <Toolbar
            editor={editor}
            state={state}
            onLink={() => setLinking((open) => !open)}
            onPicture={(file) => void addPicture(file)}
            isUploading={isUploading}
          />
          {isLinking && <LinkBar editor={editor} current={state.link} onClose={() => setLinking(false)} />}
          <BlockPanel editor={editor} state={state} error={state.block && errors[state.block.id]} />
        </div>
      )}
      <div ref={element} className={classes.canvas} />
    </div>
  )
}
