import { formatDate } from '@crewline/contract/formats'
import type { Message } from '@crewline/contract/messages'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Stack } from '@mantine/core'
import { IconCopy, IconInfoCircle, IconLanguage } from '@tabler/icons-react'
import { useState } from 'react'
import { fullName } from '../../../shared/lib/session/state.ts'
import { BottomSheet } from '../../../shared/ui/overlay/BottomSheet.tsx'
import { useTranslateMessageMutation } from '../../translation/index.ts'
import { displayTextOf } from './BubbleText.tsx'
import { notifyChanged } from '../outbox/changed.ts'
import { copyText } from './copy-text.ts'
import classes from './MessageBubble.module.css'

export interface BubbleSheetProps {
  message: Message
  onClose: () => void
}

/** The sheet that a long press on a message opens: copy, translate, and details. */
export default function BubbleSheet({ message, onClose }: BubbleSheetProps) {
  const { t, i18n } = useLingui()
  const [showsDetails, setDetails] = useState(false)
  const [translate, { isLoading }] = useTranslateMessageMutation()
  const { at, from, to, sender, segments, direction, translation } = message
  const mayTranslate = direction === 'in' && (translation === null || translation.failed === true)
  const time = formatDate(at, 'exact', i18n.locale)
  const item = { variant: 'subtle', color: 'gray', fullWidth: true, justify: 'flex-start', size: 'md' } as const
  return (
    <BottomSheet isOpen onClose={onClose} title={showsDetails ? t`Details` : t`Message`}>
      {showsDetails ? (
        <dl className={classes.details}>
          <dt>{t`Time`}</dt>
          <dd>{time}</dd>
          {sender && (
            <>
              <dt>{t`Sent by`}</dt>
              <dd>
                <bdi>{fullName(sender)}</bdi>
              </dd>
            </>
          )}
          <dt>{t`From`}</dt>
          <dd>
            <bdi dir="ltr">{from}</bdi>
          </dd>
          <dt>{t`To`}</dt>
          <dd>
            <bdi dir="ltr">{to}</bdi>
          </dd>
          <dt>{t`Segments`}</dt>
          <dd>{segments}</dd>
        </dl>
      ) : (
        <Stack gap={4}>
          <Button
            {...item}
            leftSection={<IconCopy size={18} stroke={1.75} />}
            onClick={() => {
              void copyText(displayTextOf(message))
              onClose()
            }}
          >
            <Trans>Copy</Trans>
          </Button>
          {mayTranslate && (
            <Button
              {...item}
              loading={isLoading}
              leftSection={<IconLanguage size={18} stroke={1.75} />}
              onClick={() => {
                void translate(message.id).then(({ data }) => {
                  if (data) notifyChanged(data.message)
                  onClose()
                })
              }}
            >
              <Trans>Translate</Trans>
            </Button>
          )}
          <Button {...item} leftSection={<IconInfoCircle size={18} stroke={1.75} />} onClick={() => setDetails(true)}>
            <Trans>Details</Trans>
          </Button>
        </Stack>
      )}
    </BottomSheet>
  )
}
