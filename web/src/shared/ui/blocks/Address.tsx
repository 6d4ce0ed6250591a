import { HREF_MAX } from '@crewline/contract/block-limits'
import { isSafeHref } from '@crewline/contract/block-rules'
import { useLingui } from '@lingui/react/macro'
import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { completed } from './completed.ts'

/** An address that is taken over once it is complete; until then it stays in the field. */
export function Address({
  href,
  error,
  onChange,
}: {
  href: string
  error: string | undefined
  onChange: (href: string) => void
}) {
  const { t } = useLingui()
  const [text, setText] = useState(href)
  const isWrong = text !== '' && !isSafeHref(completed(text))
  return (
    <TextInput
      label={t`Address`}
      placeholder="https://"
      value={text}
      error={isWrong ? t`Enter a web address, or mailto: and an email, or tel: and a number.` : error}
      maxLength={HREF_MAX}
      dir="ltr"
      onChange={(event) => {
        const { value } = event.currentTarget
        setText(value)
        const address = completed(value)
        onChange(address !== '' && isSafeHref(address) ? address : '')
      }}
    />
  )
}
