import { useLingui } from '@lingui/react/macro'
import { IconArrowDown, IconArrowUp, IconTrash } from '@tabler/icons-react'
import type { Editor } from '@tiptap/core'
import { Suspense } from 'react'
import { lazyPart } from '../../lib/lazy-part.ts'
import { IconButton } from '../IconButton.tsx'
import { Hint } from '../overlay/Hint.tsx'
import classes from './BlockEditor.module.css'
import { deleteBlock, moveBlock } from './editor-commands.ts'
import type { EditorState } from './useBlockEditor.ts'
import type { BlockSources } from './sources.ts'
import { useBlockNames } from './useBlockNames.ts'

// The editor is usable without them: they load with the first block that is chosen.
const Settings = lazyPart(async () => ({ default: (await import('./BlockSettings.tsx')).Settings }))

export interface BlockPanelProps {
  editor: Editor
  state: EditorState
  /** What the server said about the block. */
  error: string | undefined
  sources: BlockSources
}

/** The block with the cursor: its settings, and buttons that move and delete it. */
export function BlockPanel({ editor, state, error, sources }: BlockPanelProps) {
  const { t } = useLingui()
  const names = useBlockNames()
  const { block, index, count } = state
  if (!block) return null
  const place = t`${names[block.type]}, block ${index + 1} of ${count}`
  return (
    <section className={classes.panel} aria-label={t`Selected block`}>
      <div className={classes.panelHead}>
        <span className={classes.panelName}>{place}</span>
        <Hint label={t`Move up (Alt ↑)`}>
          <IconButton isSmall aria-label={t`Move up`} disabled={index <= 0} onClick={() => moveBlock(editor, -1)}>
            <IconArrowUp size={16} stroke={1.75} aria-hidden />
          </IconButton>
        </Hint>
        <Hint label={t`Move down (Alt ↓)`}>
          <IconButton
            isSmall
            aria-label={t`Move down`}
            disabled={index >= count - 1}
            onClick={() => moveBlock(editor, 1)}
          >
            <IconArrowDown size={16} stroke={1.75} aria-hidden />
          </IconButton>
        </Hint>
        <Hint label={t`Delete block`}>
          <IconButton isSmall aria-label={t`Delete block`} onClick={() => deleteBlock(editor)}>
            <IconTrash size={16} stroke={1.75} aria-hidden />
          </IconButton>
        </Hint>
      </div>
      <Suspense>
        <Settings key={block.id} block={block} editor={editor} error={error} sources={sources} />
      </Suspense>
    </section>
  )
}
