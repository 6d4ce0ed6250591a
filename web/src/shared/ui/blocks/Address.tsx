import { HREF_MAX } from '@crewline/contract/block-limits'
import { isSafeHref, isWebHref } from '@crewline/contract/block-rules'
import { useLingui } from '@lingui/react/macro'
import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { completed } from './completed.ts'

/**
 * An address that is taken over once it is complete; until then it stays in the field. With `isWeb` only that of a web page
 * is taken.
 */
export function Address({
  href,
  error,
  isWeb = false,
  label,
  onChange,
}: {
  href: string
  error: string | undefined
  isWeb?: boolean
  label?: string
  onChange: (href: string) => void
}) {
  const { t } = useLingui()
  const [text, setText] = useState(href)
  const isTaken = isWeb ? isWebHref : isSafeHref
  const isWrong = text !== '' && !isTaken(completed(text))
  const wrong = isWeb ? t`Enter a web address.` : t`Enter a web address, or mailto: and an email, or tel: and a number.`
  return (
    <TextInput
      label={label ?? t`Address`}
      placeholder="https://"
      value={text}
      error={isWrong ? wrong : error}
      maxLength={HREF_MAX}
      dir="ltr"
      onChange={(event) => {
        const { value } = event.currentTarget
        setText(value)
        const address = completed(value)
        onChange(address !== '' && isTaken(address) ? address : '')
      }}
    />
  )
}
