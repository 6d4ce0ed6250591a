import { Trans } from '@lingui/react/macro'
import { Button, CopyButton } from '@mantine/core'
import { IconCopy } from '@tabler/icons-react'
import type { ReactNode } from 'react'

/** A button that copies a text and says so. */
export function CopyText({ text, children }: { text: string; children: ReactNode }) {
  return (
    <CopyButton value={text}>
      {({ copied, copy }) => (
        <Button variant="default" onClick={copy} leftSection={<IconCopy size={16} stroke={1.75} aria-hidden />}>
          {copied ? <Trans>Copied</Trans> : children}
        </Button>
      )}
    </CopyButton>
  )
}
