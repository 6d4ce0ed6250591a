import { useLingui } from '@lingui/react/macro'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { Hint } from '../../shared/ui/Hint.tsx'
import { copyWords } from './copy-words.ts'
import classes from './MessageBubble.module.css'

const thanksMs = 1500

/** Copies a message; stands beside its bubble while the pointer or the focus is there. */
export function CopyButton({ words }: { words: string }) {
  const { t } = useLingui()
  const [isCopied, setCopied] = useState(false)
  useEffect(() => {
    if (!isCopied) return
    const timer = setTimeout(() => setCopied(false), thanksMs)
    return () => clearTimeout(timer)
  }, [isCopied])
  return (
    <Hint label={isCopied ? t`Copied` : t`Copy`}>
      {/* Every bubble has one: no more than a button. */}
      <button
        type="button"
        className={classes.copy}
        onClick={() => void copyWords(words).then(setCopied)}
        aria-label={t`Copy message`}
      >
        {isCopied ? <IconCheck size={16} stroke={1.75} /> : <IconCopy size={16} stroke={1.75} />}
      </button>
    </Hint>
  )
}
