import { useLingui } from '@lingui/react/macro'
import { Title } from '@mantine/core'
import { useMemo } from 'react'
import { fullName } from '../../../shared/lib/session/state.ts'
import { BottomSheet } from '../../../shared/ui/overlay/BottomSheet.tsx'
import { SamplePhone } from '../../sample/index.ts'
import { useThreadInfiniteQuery } from '../api.ts'
import classes from './ContactPanel.module.css'

export interface SamplePanelProps {
  /** The sample worker. */
  id: string
  /** Shown over the thread instead of beside it. */
  isSheet: boolean
  isOpen: boolean
  onClose: () => void
}

/** Shows the phone of the sample worker beside the open thread, or in a sheet where there is no space. */
export default function SamplePanel({ id, isSheet, isOpen, onClose }: SamplePanelProps) {
  const { t } = useLingui()
  const { currentData } = useThreadInfiniteQuery({ id, around: '' })
  const messages = useMemo(
    () => currentData?.pages.toReversed().flatMap((page) => page.messages) ?? [],
    [currentData?.pages],
  )
  const contact = currentData?.pages[0]?.conversation.contact
  const name = contact ? fullName(contact) : ''
  const title = t`Phone of ${name}`
  if (isSheet) {
    return (
      <BottomSheet isOpen={isOpen} onClose={onClose} title={title}>
        <div className={classes.sampleSheet}>
          <SamplePhone name={name} messages={messages} />
        </div>
      </BottomSheet>
    )
  }
  return (
    <aside className={classes.panel} aria-label={title}>
      <header className={classes.head}>
        <Title order={2} size="h3" className={classes.name}>
          <bdi>{title}</bdi>
        </Title>
      </header>
      <SamplePhone name={name} messages={messages} />
    </aside>
  )
}
