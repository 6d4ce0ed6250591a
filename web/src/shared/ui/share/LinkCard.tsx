import { Trans } from '@lingui/react/macro'
import { Anchor } from '@mantine/core'
import type { ReactNode } from 'react'
import { SettingsCard } from '../settings/SettingsCard.tsx'
import { CopyText } from './CopyText.tsx'
import classes from './Share.module.css'

export interface LinkCardProps {
  id: string
  title: string
  /** What the link is for. */
  text: ReactNode
  link: string
}

/** A public link that opens in a new tab and can be copied. */
export function LinkCard({ id, title, text, link }: LinkCardProps) {
  return (
    <SettingsCard id={id} title={title} text={text}>
      <p className={classes.link} translate="no">
        <Anchor href={link} target="_blank" rel="noreferrer">
          {link}
        </Anchor>
      </p>
      <CopyText text={link}>
        <Trans>Copy link</Trans>
      </CopyText>
    </SettingsCard>
  )
}
