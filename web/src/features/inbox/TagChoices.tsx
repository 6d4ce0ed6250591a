import { TAG_NAME_MAX } from '@crewline/contract/limits'
import type { Tag } from '@crewline/contract/tags'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Checkbox, ScrollArea, TextInput } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { useRefusalWords } from '../../shared/ui/useRefusalWords.ts'
import { useCreateTagMutation, useInboxTagsQuery } from './beside-api.ts'
import classes from './Picks.module.css'
import { TagDot } from './TagDot.tsx'

export interface TagChoicesProps {
  /** Ids of the tags that are on. */
  chosen: readonly string[]
  onTag: (tag: Tag, isOn: boolean) => void
  /** Whether a tag that does not exist yet may be made here. */
  canCreate?: boolean
  /** How many may be on at most: then no more are offered. */
  most?: number
}

/** Tags to put on and take off, with a way to make one. For a Popover. */
export default function TagChoices({ chosen, onTag, canCreate = false, most = Infinity }: TagChoicesProps) {
  const { t } = useLingui()
  const { data: tags = [], isLoading } = useInboxTagsQuery()
  const [create, { isLoading: isCreating }] = useCreateTagMutation()
  const wordsFor = useRefusalWords()
  const [typed, setTyped] = useState('')
  const [refusal, setRefusal] = useState('')
  const name = typed.trim()
  const wanted = name.toLocaleLowerCase()
  const shown = tags.filter((tag) => tag.name.toLocaleLowerCase().includes(wanted))
  const isFull = chosen.length >= most
  const isNew = canCreate && !isFull && name !== '' && !tags.some((tag) => tag.name.toLocaleLowerCase() === wanted)

  async function add(): Promise<void> {
    const { data, error } = await create({ name })
    if (data) onTag(data.tag, true)
    setRefusal(error ? wordsFor(error) : '')
    if (data) setTyped('')
  }
  return (
    <div className={classes.tagsBox}>
      <TextInput
        size="xs"
        data-autofocus
        maxLength={TAG_NAME_MAX}
        aria-label={canCreate ? t`Find or make a tag` : t`Find a tag`}
        placeholder={canCreate ? t`Find or make a tag` : t`Find a tag`}
        value={typed}
        error={refusal || undefined}
        onChange={(event) => {
          setTyped(event.currentTarget.value)
          setRefusal('')
        }}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && isNew && !isCreating) void add()
        }}
      />
      {/* Always there, so that it is read out when it begins to say something. */}
      <div className={isFull ? classes.quiet : undefined} role="status">
        {isFull && <Trans>A conversation carries {most} tags at most. Take one off first.</Trans>}
      </div>
      <ScrollArea.Autosize mah={280} mt="xs">
        {shown.map((tag) => (
          <Checkbox
            key={tag.id}
            className={classes.choice ?? ''}
            checked={chosen.includes(tag.id)}
            disabled={isFull && !chosen.includes(tag.id)}
            onChange={(event) => onTag(tag, event.currentTarget.checked)}
            label={
              <span className={classes.tagName}>
                <TagDot color={tag.color} />
                <bdi>{tag.name}</bdi>
              </span>
            }
          />
        ))}
      </ScrollArea.Autosize>
      {shown.length === 0 && !isNew && !isLoading && (
        <p className={classes.quiet}>
          {tags.length === 0 ? <Trans>No tags yet.</Trans> : <Trans>No tag matches.</Trans>}
        </p>
      )}
      {isNew && (
        <Button
          variant="subtle"
          size="xs"
          fullWidth
          justify="flex-start"
          leftSection={<IconPlus size={16} stroke={1.75} />}
          loading={isCreating}
          onClick={() => void add()}
        >
          <Trans>Make the tag "{name}"</Trans>
        </Button>
      )}
    </div>
  )
}
