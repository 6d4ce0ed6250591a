import { CELEBRATION_TEXT_MAX, CELEBRATION_TEXTS_MAX } from '@crewline/contract/celebration-limits'
import type { CelebrationLanguage } from '@crewline/contract/celebrations'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Stack, Switch, Textarea } from '@mantine/core'
import { IconPhoto, IconPlus } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { changeAndFocus } from '../../../shared/lib/change-and-focus.ts'
import { EditedLanguage, LanguagesInput } from '../../../shared/ui/form/TextLanguages.tsx'
import { SettingsCard } from '../../../shared/ui/settings/SettingsCard.tsx'
import { AttachmentList, type Attachments } from '../../files/index.ts'
import type { CardProps } from '../Editor.tsx'
import { languagesOf, withText } from '../celebration-rules.ts'
import classes from '../Celebrations.module.css'
import { LANGUAGES } from '../useCelebrationNames.ts'
import { TextTools } from './TextTools.tsx'

export interface TextsCardProps extends CardProps {
  language: CelebrationLanguage
  onLanguage: (language: CelebrationLanguage) => void
  picture: Attachments
}

function Picture({ picture, isReadOnly }: { picture: Attachments; isReadOnly: boolean }) {
  const { t } = useLingui()
  const picker = useRef<HTMLInputElement>(null)
  return (
    <div>
      <AttachmentList list={picture.list} onRemove={picture.remove} onRetry={picture.retry} />
      {picture.list.length === 0 && !isReadOnly && (
        <Button
          variant="default"
          leftSection={<IconPhoto size={16} stroke={1.75} />}
          onClick={() => picker.current?.click()}
        >
          <Trans>Add a picture</Trans>
        </Button>
      )}
      <input
        ref={picker}
        type="file"
        hidden
        accept="image/*"
        aria-label={t`Picture`}
        onChange={(event) => {
          picture.add([...(event.currentTarget.files ?? [])].slice(0, 1))
          // Lets the same file be selected again after it was removed.
          event.currentTarget.value = ''
        }}
      />
    </div>
  )
}

/** The texts that take turns, in each language, and their picture. */
export function TextsCard({ content, onChange, errors, isReadOnly, language, onLanguage, picture }: TextsCardProps) {
  const { t } = useLingui()
  const { texts } = content
  const [languages, setLanguages] = useState(() => languagesOf(texts))
  const years = '{years}'
  const hasYears = content.kind !== 'birthday' && content.repeat === 'yearly'
  const first = '{first_name}'
  return (
    <SettingsCard
      id="texts"
      title={t`Texts`}
      text={
        content.kind === 'birthday' ? (
          <Trans>Use {first} for the name. The age is never in the text.</Trans>
        ) : !hasYears ? (
          <Trans>Use {first} for the name.</Trans>
        ) : (
          <Trans>
            Use {first} for the name and {years} for the number of years.
          </Trans>
        )
      }
    >
      <Stack gap="md">
        <LanguagesInput
          choices={LANGUAGES}
          value={languages}
          description={t`People whose language is missing get English, or else the first one.`}
          readOnly={isReadOnly}
          onChange={(next, added) => {
            setLanguages(next)
            onLanguage(added ?? (next.includes(language) ? language : (next[0] ?? 'en')))
            onChange({
              texts: texts.map(
                (text) =>
                  Object.fromEntries(
                    Object.entries(text).filter(([name]) => next.some((kept) => kept === name)),
                  ) as typeof text,
              ),
            })
          }}
        />
        <EditedLanguage languages={languages} value={language} onChange={onLanguage} />
        {texts.map((text, nth) => {
          const position = nth + 1
          return (
            // The texts have no names: their order is what identifies them.
            <div key={nth}>
              <Textarea
                label={texts.length > 1 ? t`Text ${position}` : t`Text`}
                value={text[language] ?? ''}
                error={nth === 0 ? errors['texts'] : undefined}
                readOnly={isReadOnly}
                maxLength={CELEBRATION_TEXT_MAX}
                autosize
                minRows={2}
                lang={language}
                dir="auto"
                onChange={(event) => onChange({ texts: withText(texts, nth, language, event.currentTarget.value) })}
              />
              {!isReadOnly && (
                <TextTools
                  text={text[language] ?? ''}
                  hasYears={hasYears}
                  hasMedia={picture.list.length > 0}
                  onChange={(body) => onChange({ texts: withText(texts, nth, language, body) })}
                />
              )}
              {texts.length > 1 && !isReadOnly && (
                <Button
                  mt={4}
                  size="xs"
                  variant="subtle"
                  onClick={(event) => {
                    const before = event.currentTarget.closest('form')
                    // The removed button had the focus.
                    changeAndFocus(
                      () => onChange({ texts: texts.filter((_, other) => other !== nth) }),
                      () => before?.querySelectorAll<HTMLElement>('textarea[lang]')[Math.max(0, nth - 1)],
                    )
                  }}
                >
                  <Trans>Remove text {position}</Trans>
                </Button>
              )}
            </div>
          )
        })}
        {texts.length < CELEBRATION_TEXTS_MAX && !isReadOnly && (
          <div>
            <Button
              variant="default"
              leftSection={<IconPlus size={16} stroke={1.75} />}
              onClick={() => onChange({ texts: [...texts, {}] })}
            >
              <Trans>Add another text</Trans>
            </Button>
            <p className={classes.quiet}>
              <Trans>Several texts take turns, so that no one gets the same one two years in a row.</Trans>
            </p>
          </div>
        )}
        <Picture picture={picture} isReadOnly={isReadOnly} />
        <Switch
          label={t`Add the sign-off of your organization`}
          checked={content.signOff}
          disabled={isReadOnly}
          onChange={(event) => onChange({ signOff: event.currentTarget.checked })}
        />
      </Stack>
    </SettingsCard>
  )
}
