import { useLingui } from '@lingui/react/macro'
import {
  IconArrowBackUp,
  IconArrowForwardUp,
  IconBold,
  IconClick,
  IconH2,
  IconInfoSquareRounded,
  IconItalic,
  IconLink,
  IconList,
  IconListNumbers,
  IconPhoto,
  IconPlus,
  IconSeparator,
  type Icon,
} from '@tabler/icons-react'
import type { Editor } from '@tiptap/core'
import { useCallback, type ReactNode, type RefObject } from 'react'
import { IconButton } from '../IconButton.tsx'
import { Hint } from '../overlay/Hint.tsx'
import classes from './BlockEditor.module.css'
import { insertBlock, typeSlash } from './editor-commands.ts'
import type { EditorState } from './useBlockEditor.ts'

export interface ToolbarProps {
  editor: Editor
  state: EditorState
  onLink: () => void
  onPicture: (file: File) => void
  /** The field that chooses a picture. */
  pictures: RefObject<HTMLInputElement | null>
  isUploading: boolean
}

/** The buttons of the editor: what the selection looks like, and which blocks can be added. */
export function Toolbar({ editor, state, onLink, onPicture, pictures, isUploading }: ToolbarProps) {
  const { t } = useLingui()
  const openFiles = useCallback(() => pictures.current?.click(), [pictures])
  const button = (
    label: string,
    ButtonIcon: Icon,
    act: () => void,
    more: { isOn?: boolean; isOff?: boolean } = {},
  ): ReactNode => (
    <Hint label={label}>
      <IconButton
        aria-label={label}
        {...(more.isOn !== undefined && { 'aria-pressed': more.isOn, isOn: more.isOn })}
        disabled={more.isOff ?? false}
        // The selection stays in the text.
        onMouseDown={(event) => event.preventDefault()}
        onClick={act}
      >
        <ButtonIcon size={18} stroke={1.75} aria-hidden />
      </IconButton>
    </Hint>
  )
  const chain = () => editor.chain().focus()
  return (
    <div className={classes.toolbar} role="toolbar" aria-label={t`Format and blocks`}>
      {button(t`Undo`, IconArrowBackUp, () => chain().undo().run(), { isOff: !state.canUndo })}
      {button(t`Redo`, IconArrowForwardUp, () => chain().redo().run(), { isOff: !state.canRedo })}
      <span className={classes.gap} />
      {button(t`Bold`, IconBold, () => chain().toggleBold().run(), { isOn: state.isBold })}
      {button(t`Italic`, IconItalic, () => chain().toggleItalic().run(), { isOn: state.isItalic })}
      {button(t`Link`, IconLink, onLink, { isOn: state.link !== undefined })}
      <span className={classes.gap} />
      {button(t`Heading`, IconH2, () => chain().toggleHeading({ level: 2 }).run(), {
        isOn: state.block?.type === 'heading',
      })}
      {button(t`List`, IconList, () => chain().toggleBulletList().run(), {
        isOn: state.block?.type === 'list' && state.block.style === 'bullets',
      })}
      {button(t`Numbered list`, IconListNumbers, () => chain().toggleOrderedList().run(), {
        isOn: state.block?.type === 'list' && state.block.style === 'numbers',
      })}
      <span className={classes.gap} />
      {/* The field is read on a click, never while rendering. */}
      {/* oxlint-disable-next-line react/refs */}
      {button(t`Add a picture`, IconPhoto, openFiles, { isOff: isUploading })}
      {button(t`Add a callout`, IconInfoSquareRounded, () => insertBlock(editor, { type: 'callout' }))}
      {button(t`Add a button`, IconClick, () => insertBlock(editor, { type: 'actionButton' }))}
      {button(t`Add a divider`, IconSeparator, () => insertBlock(editor, { type: 'horizontalRule' }))}
      {button(t`More blocks`, IconPlus, () => typeSlash(editor))}
      <input
        ref={pictures}
        type="file"
        accept="image/*"
        hidden
        aria-label={t`Picture`}
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? []
          currentTarget.value = ''
          if (file) onPicture(file)
        }}
      />
    </div>
  )
}
