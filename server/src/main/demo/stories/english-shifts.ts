/** Dialogues about shifts: swaps, cover, overtime, schedules. */
export const SHIFTS = `
< [Hi|Hey|Hello], can someone cover my {day} {shift}? [My daughter has a recital|My son's graduation is that day|I have a court date|It's my mom's surgery]
> Let me ask around. Who on the other crew knows {line}?
< {lead} said maybe
> {lead} can take it. You are off {day}. Please tell your lead too
< [Thank you so much!|You saved me, thanks 🙏|Thanks {me}!]

> Hi {first}, we are short on {day}. Can you take the {shift}? [Time and a half.|It pays time and a half 🙂]
< [yes i can|Yes put me down|I can do it|sure]
> Great, you're on for {day}, {start} at {line}. Thank you!
< 👍

> Hi {first}, we are short on {day}. Could you come in for {few} hours?
< [sorry can't, I have my kids|No sorry, I'm at my other job|Cant this time, car is in the shop]
> No problem, thanks for answering so fast

> Reminder: your schedule for next week is posted by the time clock. Your first shift is {day} at {start}.
< [Got it|ok|Thanks|Saw it, thank you]

< Schedule says I'm on {line} {day} but I put in for that day off 3 weeks ago
> Checking. Do you remember who approved it?
< {lead}
> Found it, approved. That was our mistake, sorry. {day} is off and the new schedule goes up tonight
< [No worries, thanks for fixing it|Appreciate it!]

< Any overtime this [weekend|{day}]? I need the hours
> Yes. {line} runs {start} both days. One or both?
< Both please
> Done, both days. Remember 10 hours of rest between shifts
< [will do|yes boss|👌]

< [Hi|Hello] {me}, {lead} and I want to switch {day}. I take the {shift}
> Fine with me if you both text me yes
< [Yes from me|yes]
> And I have {lead}'s yes. Swap is in the system
< [Thank you!|Perfect]

> {first}, [can you stay|could you stay] two more hours today? The big grocery order is not finished
< [Yes but I need to make the last bus|I can stay one hour, my ride leaves]
> That helps. Thank you!

< Is tomorrow still on? Heard {line} is down
> Yes, still on. {line} is down but we need you on packing. Same time
< [ok see you|Ok thx]

< What time do I start {day}? I lost my paper
> {start}, {line}, with {lead}. You can always text us here to ask
< [Thank you|Great thanks]

> Hi {first}, your request for {day} off is approved. Enjoy!
< [🎉🎉|Thank you!!|Yesss thank you]

> Hi {first}, we can't approve {day}: four people are off already. Would the day after work?
< [ok the day after is fine|I guess so. thank you for checking]
> Approved for the day after. Thanks for being flexible

< can i move to days? nights are hard with my new baby
> Congratulations! 🍼 There's a list for days. I've put you on it, you are number [3|4|6]
< how long does it take
> Usually 4 to 6 weeks. I'll text you the moment a place opens
< Thank you so much

> A place on days is open: {line}, {start}, from next {weekday}. Would you like it? Please answer by tomorrow noon
< [YES|Yes!! Thank you|yes please]
> It's yours. {lead} will meet you at the time clock

< Can I leave at noon {weekday}? Dentist
> Yes, if the count is done by then. Tell {lead} in the morning meeting
< [Ok will do|deal]

< Do we work on the holiday?
> Volunteers only, double pay, {start} to 1 PM. Interested?
< [Double?? sign me up|I'm in|no I'll be with family, but thank you]
> [=You're on the list!|Great, see you then|Enjoy the day with them!]

> Second shift starts one hour later on {day} because of the fire system test. Be at the gate at 3:30 PM, not before: doors stay locked.
< [understood|ok 3:30|👍]
`
