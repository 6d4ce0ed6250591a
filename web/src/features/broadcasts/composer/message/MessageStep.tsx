import type { MediaItem } from '@crewline/contract/media'
import { Trans, useLingui } from '@lingui/react/macro'
import { Group, SegmentedControl } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { useState } from 'react'
import classes from '../Composer.module.css'
import type { AudienceCount } from '../useAudienceCount.ts'
import type { Draft } from '../useDraft.ts'
import { KindSettings } from './KindSettings.tsx'
import { LanguageTabs } from './LanguageTabs.tsx'
import { MessageText } from './MessageText.tsx'
import { PhonePreview } from './PhonePreview.tsx'
import { TemplateMenu } from './TemplateMenu.tsx'
import { TextOptions } from './TextOptions.tsx'
import { Warnings } from './Warnings.tsx'

export interface MessageStepProps {
  draft: Draft
  count: AudienceCount
  /** The files of the draft when it was opened. */
  media: MediaItem[]
  onNext: () => void
}

/** The second step: what the broadcast says, in each language, with a preview as real people get it. */
export function MessageStep({ draft, count, media, onNext }: MessageStepProps) {
  const { t } = useLingui()
  const isPhone = useMediaQuery('(max-width: 47.99em)', false, { getInitialValueInEffect: false })
  const [view, setView] = useState<'write' | 'preview'>('write')
  const [language, setLanguage] = useState(draft.content.message.language)
  const isKnown = draft.content.message.variants.some((variant) => variant.language === language)
  const shownLanguage = isKnown ? language : draft.content.message.language
  return (
    <>
      {isPhone && (
        <SegmentedControl
          className={classes.views ?? ''}
          fullWidth
          aria-label={t`View`}
          value={view}
          onChange={setView}
          data={[
            { value: 'write', label: t`Write` },
            { value: 'preview', label: t`Preview` },
          ]}
        />
      )}
      <div className={classes.columns}>
        {(!isPhone || view === 'write') && (
          <div className={classes.main}>
            <section className={classes.section} aria-labelledby="message">
              <Group justify="space-between" gap="xs">
                <h2 id="message" tabIndex={-1} className={classes.heading}>
                  <Trans>Message</Trans>
                </h2>
                <TemplateMenu draft={draft} />
              </Group>
              <KindSettings draft={draft} />
            </section>
            <section className={classes.section} aria-label={t`Text`}>
              <LanguageTabs draft={draft} count={count} language={shownLanguage} onLanguage={setLanguage} />
              <MessageText
                key={shownLanguage}
                draft={draft}
                count={count}
                language={shownLanguage}
                media={media}
                onNext={onNext}
              />
              <TextOptions draft={draft} />
              <Warnings count={count} />
            </section>
          </div>
        )}
        {(!isPhone || view === 'preview') && (
          <aside className={classes.side}>
            <PhonePreview content={draft.content} />
          </aside>
        )}
      </div>
    </>
  )
}
