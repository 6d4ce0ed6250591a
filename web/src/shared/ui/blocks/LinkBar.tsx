import { HREF_MAX } from '@crewline/contract/block-limits'
import { isSafeHref } from '@crewline/contract/block-rules'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button, TextInput } from '@mantine/core'
import type { Editor } from '@tiptap/core'
import { useState } from 'react'
import classes from './BlockEditor.module.css'
import { completed } from './completed.ts'

/** Asks for the address of a link on the selected text; without a selection the address itself becomes the text. */
export function LinkBar({
  editor,
  current,
  onClose,
}: {
  editor: Editor
  current: string | undefined
  onClose: () => void
}) {
  const { t } = useLingui()
  const [text, setText] = useState(current ?? '')
  const [isWrong, setWrong] = useState(false)
  function apply(): void {
    const href = completed(text)
    if (!isSafeHref(href)) {
      setWrong(true)
      return
    }
    const chain = editor.chain().focus()
    if (editor.state.selection.empty && current === undefined)
      chain.insertContent({ type: 'text', text: text.trim(), marks: [{ type: 'link', attrs: { href } }] }).run()
    else chain.extendMarkRange('link').setLink({ href }).run()
    onClose()
  }
  return (
    <div className={classes.linkBar}>
      <TextInput
        label={t`Address of the link`}
        placeholder="https://"
        value={text}
        error={isWrong && t`Enter a web address, or mailto: and an email, or tel: and a number.`}
        maxLength={HREF_MAX}
        dir="ltr"
        // The member just asked for this field.
        // oxlint-disable-next-line jsx-a11y/no-autofocus
        autoFocus
        onChange={(event) => {
          setText(event.currentTarget.value)
          setWrong(false)
        }}
        onKeyDown={(event) => {
          if (event.key === 'Enter') {
            event.preventDefault()
            apply()
          } else if (event.key === 'Escape') {
            event.stopPropagation()
            onClose()
            editor.commands.focus()
          }
        }}
      />
      <Button variant="default" onClick={apply}>
        <Trans>Set link</Trans>
      </Button>
      {current !== undefined && (
        <Button
          variant="default"
          onClick={() => {
            editor.chain().focus().extendMarkRange('link').unsetLink().run()
            onClose()
          }}
        >
          <Trans>Remove link</Trans>
        </Button>
      )}
    </div>
  )
}
