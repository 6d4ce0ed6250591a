// Further phrases of work and safety, in the format of catalog.ts.

export const MORE_PHRASES = `
do_not_come_to_work ! | Don't come to work today. | No vengan a trabajar hoy. | Ne venez pas travailler aujourd'hui. | Não venham trabalhar hoje. | Hôm nay đừng đến làm. | 今天不要来上班。 | Pa vin travay jodi a. | لا تأتوا إلى العمل اليوم.
turn_off_machine ! | Turn off the machine. | Apaga la máquina. | Éteignez la machine. | Desligue a máquina. | Hãy tắt máy. | 关掉机器。 | Etenn machin nan. | أطفئ الآلة.
turn_off_machine_code ! | Turn off machine {code}. | Apaga la máquina {code}. | Éteignez la machine {code}. | Desligue a máquina {code}. | Hãy tắt máy {code}. | 关掉{code}号机器。 | Etenn machin {code}. | أطفئ الآلة {code}.
keep_exits_clear ! | Keep the exits clear. | Mantengan libres las salidas. | Gardez les sorties dégagées. | Mantenham as saídas livres. | Giữ lối thoát thông thoáng. | 保持出口畅通。 | Kite sòti yo lib. | أبقوا المخارج خالية.
do_not_smoke_here ! | Don't smoke here. | No fumen aquí. | Ne fumez pas ici. | Não fumem aqui. | Không hút thuốc ở đây. | 不要在这里吸烟。 | Pa fimen isit la. | لا تدخنوا هنا.
wash_your_hands ! | Wash your hands. | Lávate las manos. | Lavez-vous les mains. | Lave as mãos. | Hãy rửa tay. | 请洗手。 | Lave men ou. | اغسل يديك.
wear_ear_protection ! | Wear your ear protection. | Usa tu protección para los oídos. | Portez votre protection auditive. | Use seu protetor auricular. | Hãy đeo đồ bảo vệ tai. | 请戴好护耳用品。 | Mete pwoteksyon zòrèy ou. | ارتد واقي الأذن.
do_not_lift_alone ! | Don't lift it alone. | No lo levantes solo. | Ne le soulevez pas seul. | Não levante isso sozinho. | Đừng nâng một mình. | 不要一个人搬。 | Pa leve li pou kont ou. | لا ترفعه وحدك.
forklift_is_not_safe ! | The forklift isn't safe. | El montacargas no es seguro. | Le chariot élévateur n'est pas sûr. | A empilhadeira não é segura. | Xe nâng không an toàn. | 叉车不安全。 | Chario elevatè a pa an sekirite. | الرافعة الشوكية غير آمنة.
machine_guard_is_missing ! | The machine guard is missing. | Falta la protección de la máquina. | Il manque la protection de la machine. | Falta a proteção da máquina. | Máy thiếu tấm che bảo vệ. | 机器缺少防护罩。 | Pwoteksyon machin nan manke. | غطاء حماية الآلة مفقود.
alarm_is_ringing ! | The alarm is ringing. | Está sonando la alarma. | L'alarme sonne. | O alarme está tocando. | Chuông báo động đang reo. | 警报响了。 | Alam nan ap sonnen. | جرس الإنذار يرن.
i_feel_dizzy ! | I feel dizzy. | Me siento mareado. | J'ai des vertiges. | Estou tonto. | Tôi bị chóng mặt. | 我头晕。 | Tèt mwen ap vire. | أشعر بالدوار.
i_burned_my_hand ! | I burned my hand. | Me quemé la mano. | Je me suis brûlé la main. | Queimei a mão. | Tôi bị bỏng tay. | 我的手烫伤了。 | Mwen boule men mwen. | حرقت يدي.
my_back_hurts ! | My back hurts. | Me duele la espalda. | J'ai mal au dos. | Minhas costas doem. | Tôi bị đau lưng. | 我背痛。 | Do mwen fè mwen mal. | ظهري يؤلمني.
i_fell ! | I fell. | Me caí. | Je suis tombé. | Eu caí. | Tôi bị ngã. | 我摔倒了。 | Mwen tonbe. | سقطت.
stay_home_if_you_are_sick ! | Stay home if you're sick. | Quédate en casa si estás enfermo. | Restez chez vous si vous êtes malade. | Fique em casa se estiver doente. | Hãy ở nhà nếu bạn bị ốm. | 如果生病，请待在家里。 | Rete lakay ou si ou malad. | ابق في المنزل إذا كنت مريضا.
i_am_off_today | I'm off today. | Hoy tengo libre. | Je suis en congé aujourd'hui. | Hoje estou de folga. | Hôm nay tôi nghỉ. | 我今天休息。 | Mwen gen konje jodi a. | أنا في إجازة اليوم.
am_i_off_tomorrow | Am I off tomorrow? | ¿Tengo libre mañana? | Suis-je en congé demain ? | Estou de folga amanhã? | Ngày mai tôi có được nghỉ không? | 我明天休息吗？ | Èske mwen gen konje demen? | هل أنا في إجازة غدا؟
you_are_off_tomorrow | You're off tomorrow. | Mañana tienes libre. | Vous êtes en congé demain. | Amanhã você está de folga. | Ngày mai bạn được nghỉ. | 你明天休息。 | Ou gen konje demen. | أنت في إجازة غدا.
do_i_work_tomorrow | Do I work tomorrow? | ¿Trabajo mañana? | Est-ce que je travaille demain ? | Eu trabalho amanhã? | Ngày mai tôi có làm việc không? | 我明天上班吗？ | Èske mwen travay demen? | هل أعمل غدا؟
you_work_tomorrow | You work tomorrow. | Mañana trabajas. | Vous travaillez demain. | Você trabalha amanhã. | Ngày mai bạn làm việc. | 你明天上班。 | Ou travay demen. | ستعمل غدا.
do_i_work_on_day | Do I work on {day}? | ¿Trabajo el {day}? | Est-ce que je travaille {day} ? | Eu trabalho {day}? | Tôi có làm việc vào {day} không? | 我{day}上班吗？ | Èske mwen travay {day}? | هل أعمل يوم {day}؟
which_shift_do_i_have | Which shift do I have? | ¿Qué turno tengo? | Quel poste ai-je ? | Qual é o meu turno? | Tôi làm ca nào? | 我上哪个班？ | Ki chif mwen genyen? | ما هي ورديتي؟
the_schedule_is_posted | The schedule is posted. | El horario está publicado. | Le planning est affiché. | A escala está publicada. | Lịch làm việc đã được đăng. | 班表已公布。 | Orè a afiche. | تم نشر جدول العمل.
your_schedule_changed | Your schedule changed. | Tu horario cambió. | Votre planning a changé. | Sua escala mudou. | Lịch làm việc của bạn đã thay đổi. | 你的班表变了。 | Orè ou chanje. | تغير جدول عملك.
check_your_schedule | Check your schedule. | Revisa tu horario. | Vérifiez votre planning. | Confira sua escala. | Hãy xem lịch làm việc của bạn. | 请查看你的班表。 | Tcheke orè ou. | راجع جدول عملك.
we_need_people_today | We need people today. | Hoy necesitamos gente. | Nous avons besoin de monde aujourd'hui. | Precisamos de gente hoje. | Hôm nay chúng tôi cần người. | 我们今天需要人手。 | Nou bezwen moun jodi a. | نحتاج إلى عمال اليوم.
can_you_work_two_shifts_today | Can you work two shifts today? | ¿Puedes trabajar dos turnos hoy? | Pouvez-vous faire deux postes aujourd'hui ? | Você pode fazer dois turnos hoje? | Hôm nay bạn làm hai ca được không? | 你今天能上两个班吗？ | Èske ou ka fè de chif jodi a? | هل يمكنك العمل ورديتين اليوم؟
i_can_stay_longer | I can stay longer. | Puedo quedarme más tiempo. | Je peux rester plus longtemps. | Posso ficar mais tempo. | Tôi ở lại lâu hơn được. | 我可以多留一会儿。 | Mwen ka rete plis tan. | يمكنني البقاء مدة أطول.
i_can_not_stay_longer | I can't stay longer. | No puedo quedarme más tiempo. | Je ne peux pas rester plus longtemps. | Não posso ficar mais tempo. | Tôi không ở lại lâu hơn được. | 我不能多留。 | Mwen pa ka rete plis tan. | لا يمكنني البقاء مدة أطول.
i_can_stay_until | I can stay until {time}. | Puedo quedarme hasta las {time}. | Je peux rester jusqu'à {time}. | Posso ficar até as {time}. | Tôi ở lại đến {time} được. | 我可以留到{time}。 | Mwen ka rete jiska {time}. | يمكنني البقاء حتى الساعة {time}.
i_leave_at | I leave at {time}. | Salgo a las {time}. | Je pars à {time}. | Saio às {time}. | Tôi về lúc {time}. | 我{time}走。 | Mwen ale a {time}. | سأغادر الساعة {time}.
i_will_be_back_in_minutes | I'll be back in {number} minutes. | Regreso en {number} minutos. | Je reviens dans {number} minutes. | Volto em {number} minutos. | Tôi sẽ quay lại sau {number} phút. | 我{number}分钟后回来。 | M ap tounen nan {number} minit. | سأعود خلال {number} دقيقة.
i_am_on_break | I'm on break. | Estoy en mi descanso. | Je suis en pause. | Estou no intervalo. | Tôi đang nghỉ giải lao. | 我在休息时间。 | Mwen nan poz. | أنا في استراحة.
can_i_take_my_break | Can I take my break? | ¿Puedo tomar mi descanso? | Puis-je prendre ma pause ? | Posso fazer meu intervalo? | Tôi nghỉ giải lao được không? | 我可以休息一下吗？ | Èske mwen ka pran poz mwen? | هل يمكنني أخذ استراحتي؟
take_your_break_now | Take your break now. | Toma tu descanso ahora. | Prenez votre pause maintenant. | Faça seu intervalo agora. | Hãy nghỉ giải lao bây giờ. | 现在请休息。 | Pran poz ou kounye a. | خذ استراحتك الآن.
i_missed_the_bus | I missed the bus. | Perdí el autobús. | J'ai raté le bus. | Perdi o ônibus. | Tôi bị lỡ xe buýt. | 我没赶上公交车。 | Mwen rate bis la. | فاتتني الحافلة.
i_am_stuck_in_traffic | I'm stuck in traffic. | Estoy atorado en el tráfico. | Je suis bloqué dans les embouteillages. | Estou preso no trânsito. | Tôi bị kẹt xe. | 我堵在路上了。 | Mwen bloke nan trafik. | أنا عالق في الزحام.
i_need_a_ride | I need a ride. | Necesito que me lleven. | J'ai besoin qu'on me conduise. | Preciso de uma carona. | Tôi cần đi nhờ xe. | 我需要搭车。 | Mwen bezwen yon woulib. | أحتاج إلى توصيلة.
where_do_i_park | Where do I park? | ¿Dónde me estaciono? | Où puis-je me garer ? | Onde estaciono? | Tôi đậu xe ở đâu? | 我在哪里停车？ | Ki kote mwen pake? | أين أوقف سيارتي؟
the_gate_is_closed | The gate is closed. | El portón está cerrado. | Le portail est fermé. | O portão está fechado. | Cổng đã đóng. | 大门关着。 | Baryè a fèmen. | البوابة مغلقة.
open_the_gate_please | Open the gate please. | Abre el portón por favor. | Ouvrez le portail s'il vous plaît. | Abra o portão por favor. | Làm ơn mở cổng. | 请开大门。 | Tanpri ouvri baryè a. | افتح البوابة من فضلك.
go_to_line_code | Go to line {code}. | Ve a la línea {code}. | Allez à la ligne {code}. | Vá para a linha {code}. | Hãy đến dây chuyền {code}. | 请去{code}号线。 | Ale nan liy {code}. | اذهب إلى الخط {code}.
go_to_dock_code | Go to dock {code}. | Ve al muelle {code}. | Allez au quai {code}. | Vá para a doca {code}. | Hãy đến cửa kho {code}. | 请去{code}号装卸台。 | Ale nan platfòm chajman {code}. | اذهب إلى رصيف التحميل {code}.
the_truck_is_here | The truck is here. | Ya llegó el camión. | Le camion est là. | O caminhão chegou. | Xe tải đến rồi. | 卡车到了。 | Kamyon an rive. | وصلت الشاحنة.
the_truck_is_late | The truck is late. | El camión viene tarde. | Le camion est en retard. | O caminhão está atrasado. | Xe tải đến muộn. | 卡车晚点了。 | Kamyon an an reta. | الشاحنة متأخرة.
machine_code_is_broken | Machine {code} is broken. | La máquina {code} está rota. | La machine {code} est en panne. | A máquina {code} está quebrada. | Máy {code} bị hỏng. | {code}号机器坏了。 | Machin {code} an pàn. | الآلة {code} معطلة.
machine_code_works_again | Machine {code} works again. | La máquina {code} funciona otra vez. | La machine {code} fonctionne à nouveau. | A máquina {code} voltou a funcionar. | Máy {code} hoạt động lại rồi. | {code}号机器又能用了。 | Machin {code} mache ankò. | الآلة {code} تعمل من جديد.
we_need_more_boxes | We need more boxes. | Necesitamos más cajas. | Il nous faut plus de cartons. | Precisamos de mais caixas. | Chúng tôi cần thêm thùng. | 我们需要更多箱子。 | Nou bezwen plis bwat. | نحتاج إلى المزيد من الصناديق.
my_locker_is_broken | My locker is broken. | Mi casillero está roto. | Mon casier est cassé. | Meu armário está quebrado. | Tủ khóa của tôi bị hỏng. | 我的储物柜坏了。 | Kazye mwen kase. | خزانتي مكسورة.
i_need_a_new_uniform | I need a new uniform. | Necesito un uniforme nuevo. | J'ai besoin d'un nouvel uniforme. | Preciso de um uniforme novo. | Tôi cần đồng phục mới. | 我需要新制服。 | Mwen bezwen yon nouvo inifòm. | أحتاج إلى زي جديد.
i_need_safety_shoes | I need safety shoes. | Necesito zapatos de seguridad. | J'ai besoin de chaussures de sécurité. | Preciso de sapatos de segurança. | Tôi cần giày bảo hộ. | 我需要安全鞋。 | Mwen bezwen soulye sekirite. | أحتاج إلى حذاء سلامة.
when_is_payday | When is payday? | ¿Cuándo es el día de pago? | Quand est le jour de paie ? | Quando é o dia do pagamento? | Khi nào là ngày lĩnh lương? | 哪天发工资？ | Ki jou yo peye? | متى يوم الدفع؟
payday_is_on_day | Payday is {day}. | El día de pago es el {day}. | Le jour de paie est {day}. | O dia do pagamento é {day}. | Ngày lĩnh lương là {day}. | {day}发工资。 | Jou peman an se {day}. | يوم الدفع هو {day}.
my_hours_are_wrong | My hours are wrong. | Mis horas están mal. | Mes heures sont fausses. | Minhas horas estão erradas. | Giờ làm của tôi bị sai. | 我的工时不对。 | Lè mwen yo pa bon. | ساعاتي غير صحيحة.
i_forgot_to_clock_in | I forgot to clock in. | Olvidé marcar mi entrada. | J'ai oublié de pointer en arrivant. | Esqueci de bater o ponto na entrada. | Tôi quên chấm công khi vào. | 我忘了上班打卡。 | Mwen bliye ponte lè mwen te rive. | نسيت تسجيل دخولي.
i_forgot_to_clock_out | I forgot to clock out. | Olvidé marcar mi salida. | J'ai oublié de pointer en partant. | Esqueci de bater o ponto na saída. | Tôi quên chấm công khi về. | 我忘了下班打卡。 | Mwen bliye ponte lè mwen t ap soti. | نسيت تسجيل خروجي.
i_have_a_question | I have a question. | Tengo una pregunta. | J'ai une question. | Tenho uma pergunta. | Tôi có một câu hỏi. | 我有一个问题。 | Mwen gen yon kesyon. | لدي سؤال.
can_we_talk_tomorrow | Can we talk tomorrow? | ¿Podemos hablar mañana? | Pouvons-nous parler demain ? | Podemos falar amanhã? | Ngày mai chúng ta nói chuyện được không? | 我们明天可以谈谈吗？ | Èske nou ka pale demen? | هل يمكننا التحدث غدا؟
please_come_to_the_office | Please come to the office. | Por favor ven a la oficina. | Veuillez venir au bureau. | Por favor venha ao escritório. | Mời bạn đến văn phòng. | 请到办公室来。 | Tanpri vini nan biwo a. | تعال إلى المكتب من فضلك.
who_can_cover_my_shift | Who can cover my shift? | ¿Quién puede cubrir mi turno? | Qui peut couvrir mon poste ? | Quem pode cobrir meu turno? | Ai làm thay ca của tôi được? | 谁能替我的班？ | Kiyès ki ka kouvri chif mwen? | من يمكنه تغطية ورديتي؟
thanks_for_your_help | Thanks for your help. | Gracias por tu ayuda. | Merci pour votre aide. | Obrigado pela ajuda. | Cảm ơn bạn đã giúp. | 谢谢你的帮助。 | Mèsi pou èd ou. | شكرا على مساعدتك.
see_you_next_week | See you next week. | Nos vemos la próxima semana. | À la semaine prochaine. | Até a próxima semana. | Hẹn gặp tuần sau. | 下周见。 | N a wè semèn pwochèn. | أراك الأسبوع القادم.
good_afternoon | Good afternoon. | Buenas tardes. | Bon après-midi. | Boa tarde. | Chào buổi chiều. | 下午好。 | Bon apremidi. | طاب مساؤك.
good_evening | Good evening. | Buenas tardes. | Bonsoir. | Boa noite. | Chào buổi tối. | 晚上好。 | Bonswa. | مساء الخير.
how_are_you | How are you? | ¿Cómo estás? | Comment allez-vous ? | Como você está? | Bạn khỏe không? | 你好吗？ | Kijan ou ye? | كيف حالك؟
i_am_fine | I'm fine. | Estoy bien. | Je vais bien. | Estou bem. | Tôi khỏe. | 我很好。 | Mwen byen. | أنا بخير.
welcome_to_the_team | Welcome to the team. | Bienvenido al equipo. | Bienvenue dans l'équipe. | Bem-vindo à equipe. | Chào mừng bạn đến với đội. | 欢迎加入团队。 | Byenveni nan ekip la. | مرحبا بك في الفريق.
what_time | What time? | ¿A qué hora? | À quelle heure ? | A que horas? | Mấy giờ? | 几点？ | A ki lè? | في أي ساعة؟
at_what_time_do_i_start | At what time do I start? | ¿A qué hora empiezo? | À quelle heure est-ce que je commence ? | A que horas eu começo? | Tôi bắt đầu lúc mấy giờ? | 我几点开始？ | A ki lè mwen kòmanse? | في أي ساعة أبدأ؟
at_what_time_do_i_finish | At what time do I finish? | ¿A qué hora termino? | À quelle heure est-ce que je finis ? | A que horas eu termino? | Tôi kết thúc lúc mấy giờ? | 我几点结束？ | A ki lè mwen fini? | في أي ساعة أنتهي؟
i_start_at | I start at {time}. | Empiezo a las {time}. | Je commence à {time}. | Começo às {time}. | Tôi bắt đầu lúc {time}. | 我{time}开始。 | Mwen kòmanse a {time}. | أبدأ الساعة {time}.
i_finish_at | I finish at {time}. | Termino a las {time}. | Je finis à {time}. | Termino às {time}. | Tôi kết thúc lúc {time}. | 我{time}结束。 | Mwen fini a {time}. | أنتهي الساعة {time}.
can_i_leave_early | Can I leave early? | ¿Puedo salir temprano? | Puis-je partir plus tôt ? | Posso sair mais cedo? | Tôi về sớm được không? | 我可以早走吗？ | Èske mwen ka ale bonè? | هل يمكنني المغادرة مبكرا؟
can_i_leave_early_today | Can I leave early today? | ¿Puedo salir temprano hoy? | Puis-je partir plus tôt aujourd'hui ? | Posso sair mais cedo hoje? | Hôm nay tôi về sớm được không? | 我今天可以早走吗？ | Èske mwen ka ale bonè jodi a? | هل يمكنني المغادرة مبكرا اليوم؟
can_i_come_in_late_tomorrow | Can I come in late tomorrow? | ¿Puedo llegar tarde mañana? | Puis-je arriver plus tard demain ? | Posso chegar mais tarde amanhã? | Ngày mai tôi đến muộn được không? | 我明天可以晚到吗？ | Èske mwen ka rive an reta demen? | هل يمكنني الحضور متأخرا غدا؟
can_you_stay_until | Can you stay until {time}? | ¿Puedes quedarte hasta las {time}? | Pouvez-vous rester jusqu'à {time} ? | Você pode ficar até as {time}? | Bạn ở lại đến {time} được không? | 你能留到{time}吗？ | Èske ou ka rete jiska {time}? | هل يمكنك البقاء حتى الساعة {time}؟
can_you_start_at | Can you start at {time}? | ¿Puedes empezar a las {time}? | Pouvez-vous commencer à {time} ? | Você pode começar às {time}? | Bạn bắt đầu lúc {time} được không? | 你能{time}开始吗？ | Èske ou ka kòmanse a {time}? | هل يمكنك البدء الساعة {time}؟
can_you_come_in_today | Can you come in today? | ¿Puedes venir hoy? | Pouvez-vous venir aujourd'hui ? | Você pode vir hoje? | Hôm nay bạn đến được không? | 你今天能来吗？ | Èske ou ka vini jodi a? | هل يمكنك الحضور اليوم؟
can_you_come_in_now | Can you come in now? | ¿Puedes venir ahora? | Pouvez-vous venir maintenant ? | Você pode vir agora? | Bạn đến ngay bây giờ được không? | 你现在能来吗？ | Èske ou ka vini kounye a? | هل يمكنك الحضور الآن؟
can_you_help_us | Can you help us? | ¿Puedes ayudarnos? | Pouvez-vous nous aider ? | Você pode nos ajudar? | Bạn giúp chúng tôi được không? | 你能帮我们吗？ | Èske ou ka ede nou? | هل يمكنك مساعدتنا؟
can_you_stay_longer_today | Can you stay longer today? | ¿Puedes quedarte más tiempo hoy? | Pouvez-vous rester plus longtemps aujourd'hui ? | Você pode ficar mais tempo hoje? | Hôm nay bạn ở lại lâu hơn được không? | 你今天能多留一会儿吗？ | Èske ou ka rete plis tan jodi a? | هل يمكنك البقاء مدة أطول اليوم؟
are_you_coming_to_work_today | Are you coming to work today? | ¿Vienes a trabajar hoy? | Venez-vous travailler aujourd'hui ? | Você vem trabalhar hoje? | Hôm nay bạn có đi làm không? | 你今天来上班吗？ | Èske w ap vin travay jodi a? | هل ستأتي إلى العمل اليوم؟
are_you_coming | Are you coming? | ¿Vienes? | Est-ce que vous venez ? | Você vem? | Bạn có đến không? | 你来吗？ | Èske w ap vini? | هل ستأتي؟
yes_i_can | Yes I can. | Sí puedo. | Oui, je peux. | Sim, posso. | Vâng, tôi làm được. | 是的，我可以。 | Wi, mwen kapab. | نعم، يمكنني.
no_i_can_not | No I can't. | No, no puedo. | Non, je ne peux pas. | Não, não posso. | Không, tôi không làm được. | 不，我不能。 | Non, mwen pa kapab. | لا، لا يمكنني.
i_can_come_at | I can come at {time}. | Puedo venir a las {time}. | Je peux venir à {time}. | Posso ir às {time}. | Tôi đến lúc {time} được. | 我{time}可以来。 | Mwen ka vini a {time}. | يمكنني الحضور الساعة {time}.
i_can_not_come_today | I can't come today. | Hoy no puedo ir. | Je ne peux pas venir aujourd'hui. | Hoje não posso ir. | Hôm nay tôi không đến được. | 我今天不能来。 | Mwen pa ka vini jodi a. | لا يمكنني الحضور اليوم.
i_can_not_come_tomorrow | I can't come tomorrow. | Mañana no puedo ir. | Je ne peux pas venir demain. | Amanhã não posso ir. | Ngày mai tôi không đến được. | 我明天不能来。 | Mwen pa ka vini demen. | لا يمكنني الحضور غدا.
i_will_come_tomorrow | I'll come tomorrow. | Mañana voy. | Je viendrai demain. | Amanhã eu vou. | Ngày mai tôi sẽ đến. | 我明天来。 | M ap vini demen. | سأحضر غدا.
i_will_be_there_at | I'll be there at {time}. | Estaré ahí a las {time}. | Je serai là à {time}. | Estarei aí às {time}. | Tôi sẽ có mặt lúc {time}. | 我{time}到。 | M ap la a {time}. | سأكون هناك الساعة {time}.
i_will_be_there_in_minutes | I'll be there in {number} minutes. | Llego en {number} minutos. | Je serai là dans {number} minutes. | Chego em {number} minutos. | Tôi sẽ đến sau {number} phút. | 我{number}分钟后到。 | M ap la nan {number} minit. | سأصل خلال {number} دقيقة.
i_am_at_the_gate | I'm at the gate. | Estoy en la puerta. | Je suis au portail. | Estou no portão. | Tôi đang ở cổng. | 我在大门口。 | Mwen devan baryè a. | أنا عند البوابة.
i_am_at_the_office | I'm at the office. | Estoy en la oficina. | Je suis au bureau. | Estou no escritório. | Tôi đang ở văn phòng. | 我在办公室。 | Mwen nan biwo a. | أنا في المكتب.
i_am_at_the_doctor | I'm at the doctor. | Estoy en el médico. | Je suis chez le médecin. | Estou no médico. | Tôi đang ở chỗ bác sĩ. | 我在看医生。 | Mwen kay doktè. | أنا عند الطبيب.
i_am_in_the_hospital ! | I'm in the hospital. | Estoy en el hospital. | Je suis à l'hôpital. | Estou no hospital. | Tôi đang ở bệnh viện. | 我在医院。 | Mwen lopital. | أنا في المستشفى.
i_am_at_home | I'm at home. | Estoy en casa. | Je suis à la maison. | Estou em casa. | Tôi đang ở nhà. | 我在家。 | Mwen lakay mwen. | أنا في المنزل.
i_am_driving | I'm driving. | Estoy manejando. | Je suis au volant. | Estou dirigindo. | Tôi đang lái xe. | 我在开车。 | M ap kondi. | أنا أقود السيارة.
i_forgot_my_badge | I forgot my badge. | Olvidé mi gafete. | J'ai oublié mon badge. | Esqueci meu crachá. | Tôi quên thẻ. | 我忘了带工牌。 | Mwen bliye badj mwen. | نسيت بطاقتي.
i_lost_my_badge | I lost my badge. | Perdí mi gafete. | J'ai perdu mon badge. | Perdi meu crachá. | Tôi mất thẻ. | 我的工牌丢了。 | Mwen pèdi badj mwen. | فقدت بطاقتي.
i_need_a_new_badge | I need a new badge. | Necesito un gafete nuevo. | J'ai besoin d'un nouveau badge. | Preciso de um crachá novo. | Tôi cần thẻ mới. | 我需要新工牌。 | Mwen bezwen yon nouvo badj. | أحتاج إلى بطاقة جديدة.
i_need_gloves | I need gloves. | Necesito guantes. | J'ai besoin de gants. | Preciso de luvas. | Tôi cần găng tay. | 我需要手套。 | Mwen bezwen gan. | أحتاج إلى قفازات.
i_need_new_gloves | I need new gloves. | Necesito guantes nuevos. | J'ai besoin de gants neufs. | Preciso de luvas novas. | Tôi cần găng tay mới. | 我需要新手套。 | Mwen bezwen gan nèf. | أحتاج إلى قفازات جديدة.
i_need_my_schedule | I need my schedule. | Necesito mi horario. | J'ai besoin de mon planning. | Preciso da minha escala. | Tôi cần lịch làm việc của tôi. | 我需要我的班表。 | Mwen bezwen orè mwen. | أحتاج إلى جدول عملي.
i_need_my_pay_stub | I need my pay stub. | Necesito mi recibo de pago. | J'ai besoin de ma fiche de paie. | Preciso do meu holerite. | Tôi cần phiếu lương của tôi. | 我需要我的工资单。 | Mwen bezwen resi salè mwen. | أحتاج إلى قسيمة راتبي.
where_is_my_pay_stub | Where is my pay stub? | ¿Dónde está mi recibo de pago? | Où est ma fiche de paie ? | Onde está meu holerite? | Phiếu lương của tôi ở đâu? | 我的工资单在哪里？ | Kote resi salè mwen? | أين قسيمة راتبي؟
i_did_not_get_paid | I didn't get paid. | No me pagaron. | Je n'ai pas été payé. | Não recebi meu pagamento. | Tôi chưa được trả lương. | 我没有收到工资。 | Yo pa peye mwen. | لم أستلم راتبي.
i_did_not_get_my_overtime | I didn't get my overtime. | No me pagaron las horas extra. | Mes heures supplémentaires n'ont pas été payées. | Não recebi minhas horas extras. | Tôi chưa được trả tiền làm thêm giờ. | 我没有收到加班费。 | Yo pa peye lè siplemantè mwen yo. | لم أستلم أجر ساعاتي الإضافية.
is_there_overtime | Is there overtime? | ¿Hay horas extra? | Y a-t-il des heures supplémentaires ? | Tem hora extra? | Có làm thêm giờ không? | 有加班吗？ | Èske gen lè siplemantè? | هل هناك ساعات إضافية؟
is_there_overtime_on_on_day | Is there overtime on {day}? | ¿Hay horas extra el {day}? | Y a-t-il des heures supplémentaires {day} ? | Tem hora extra {day}? | Có làm thêm giờ vào {day} không? | {day}有加班吗？ | Èske gen lè siplemantè {day}? | هل هناك ساعات إضافية يوم {day}؟
i_want_overtime | I want overtime. | Quiero horas extra. | Je veux des heures supplémentaires. | Quero fazer hora extra. | Tôi muốn làm thêm giờ. | 我想加班。 | Mwen vle fè lè siplemantè. | أريد ساعات إضافية.
who_is_my_supervisor | Who is my supervisor? | ¿Quién es mi supervisor? | Qui est mon superviseur ? | Quem é meu supervisor? | Ai là người giám sát của tôi? | 谁是我的主管？ | Kiyès ki sipèvizè mwen? | من هو مشرفي؟
who_do_i_talk_to | Who do I talk to? | ¿Con quién hablo? | À qui dois-je parler ? | Com quem eu falo? | Tôi nói chuyện với ai? | 我该找谁？ | Ak kiyès pou mwen pale? | مع من أتحدث؟
where_is_the_meeting | Where is the meeting? | ¿Dónde es la reunión? | Où est la réunion ? | Onde é a reunião? | Cuộc họp ở đâu? | 会议在哪里？ | Ki kote reyinyon an ye? | أين الاجتماع؟
the_meeting_is_at | The meeting is at {time}. | La reunión es a las {time}. | La réunion est à {time}. | A reunião é às {time}. | Cuộc họp lúc {time}. | 会议在{time}。 | Reyinyon an se a {time}. | الاجتماع الساعة {time}.
the_meeting_is_on_on_day_at | The meeting is on {day} at {time}. | La reunión es el {day} a las {time}. | La réunion est {day} à {time}. | A reunião é {day} às {time}. | Cuộc họp vào {day} lúc {time}. | 会议在{day}{time}。 | Reyinyon an se {day} a {time}. | الاجتماع يوم {day} الساعة {time}.
there_is_no_meeting_today | There is no meeting today. | Hoy no hay reunión. | Il n'y a pas de réunion aujourd'hui. | Hoje não tem reunião. | Hôm nay không có họp. | 今天没有会议。 | Pa gen reyinyon jodi a. | لا يوجد اجتماع اليوم.
the_training_is_on_on_day | The training is on {day}. | La capacitación es el {day}. | La formation est {day}. | O treinamento é {day}. | Buổi đào tạo vào {day}. | 培训在{day}。 | Fòmasyon an se {day}. | التدريب يوم {day}.
the_training_starts_at | The training starts at {time}. | La capacitación empieza a las {time}. | La formation commence à {time}. | O treinamento começa às {time}. | Buổi đào tạo bắt đầu lúc {time}. | 培训{time}开始。 | Fòmasyon an kòmanse a {time}. | يبدأ التدريب الساعة {time}.
bring_your_badge | Bring your badge. | Trae tu gafete. | Apportez votre badge. | Traga seu crachá. | Hãy mang theo thẻ. | 带上你的工牌。 | Pote badj ou. | أحضر بطاقتك.
bring_your_badge_please | Bring your badge please. | Trae tu gafete por favor. | Apportez votre badge s'il vous plaît. | Traga seu crachá por favor. | Làm ơn mang theo thẻ. | 请带上你的工牌。 | Tanpri pote badj ou. | أحضر بطاقتك من فضلك.
bring_your_own_lunch | Bring your own lunch. | Trae tu almuerzo. | Apportez votre déjeuner. | Traga seu almoço. | Hãy mang theo bữa trưa. | 请自带午餐。 | Pote manje midi ou. | أحضر غداءك معك.
lunch_is_at | Lunch is at {time}. | El almuerzo es a las {time}. | Le déjeuner est à {time}. | O almoço é às {time}. | Bữa trưa lúc {time}. | {time}吃午饭。 | Manje midi a se a {time}. | الغداء الساعة {time}.
free_lunch_today | Free lunch today. | Hoy hay almuerzo gratis. | Déjeuner gratuit aujourd'hui. | Hoje tem almoço grátis. | Hôm nay có bữa trưa miễn phí. | 今天有免费午餐。 | Manje midi gratis jodi a. | غداء مجاني اليوم.
the_bus_leaves_at | The bus leaves at {time}. | El autobús sale a las {time}. | Le bus part à {time}. | O ônibus sai às {time}. | Xe buýt chạy lúc {time}. | 班车{time}开。 | Bis la ap pati a {time}. | تغادر الحافلة الساعة {time}.
park_in_the_back | Park in the back. | Estaciónate atrás. | Garez-vous à l'arrière. | Estacione nos fundos. | Hãy đậu xe ở phía sau. | 请把车停在后面。 | Pake dèyè a. | أوقف سيارتك في الخلف.
use_the_back_door | Use the back door. | Usa la puerta de atrás. | Utilisez la porte de derrière. | Use a porta dos fundos. | Hãy dùng cửa sau. | 请走后门。 | Sèvi ak pòt dèyè a. | استخدم الباب الخلفي.
wear_your_helmet ! | Wear your helmet. | Usa tu casco. | Portez votre casque. | Use seu capacete. | Hãy đội mũ bảo hiểm. | 请戴好头盔。 | Mete kas ou. | ارتد خوذتك.
wear_your_vest ! | Wear your vest. | Usa tu chaleco. | Portez votre gilet. | Use seu colete. | Hãy mặc áo phản quang. | 请穿好反光背心。 | Mete jilè ou. | ارتد سترتك.
wear_your_glasses ! | Wear your glasses. | Usa tus lentes de seguridad. | Portez vos lunettes de sécurité. | Use seus óculos de segurança. | Hãy đeo kính bảo hộ. | 请戴好护目镜。 | Mete linèt sekirite ou. | ارتد نظارات السلامة.
the_floor_is_wet ! | The floor is wet. | El piso está mojado. | Le sol est mouillé. | O piso está molhado. | Sàn nhà bị ướt. | 地面湿滑。 | Planche a mouye. | الأرضية مبللة.
be_careful ! | Be careful. | Ten cuidado. | Soyez prudent. | Tenha cuidado. | Hãy cẩn thận. | 小心。 | Fè atansyon. | كن حذرا.
stop_the_machine ! | Stop the machine. | Para la máquina. | Arrêtez la machine. | Pare a máquina. | Hãy dừng máy. | 停下机器。 | Kanpe machin nan. | أوقف الآلة.
stop_the_line ! | Stop the line. | Para la línea. | Arrêtez la ligne. | Pare a linha. | Hãy dừng dây chuyền. | 停下生产线。 | Kanpe liy lan. | أوقف الخط.
the_line_is_down | The line is down. | La línea está parada. | La ligne est à l'arrêt. | A linha está parada. | Dây chuyền đang dừng. | 生产线停了。 | Liy lan kanpe. | الخط متوقف.
line_is_down | Line {code} is down. | La línea {code} está parada. | La ligne {code} est à l'arrêt. | A linha {code} está parada. | Dây chuyền {code} đang dừng. | {code}号线停了。 | Liy {code} kanpe. | الخط {code} متوقف.
line_is_running_again | Line {code} is running again. | La línea {code} funciona otra vez. | La ligne {code} tourne à nouveau. | A linha {code} voltou a funcionar. | Dây chuyền {code} chạy lại rồi. | {code}号线又开动了。 | Liy {code} mache ankò. | الخط {code} يعمل من جديد.
we_start_at | We start at {time}. | Empezamos a las {time}. | Nous commençons à {time}. | Começamos às {time}. | Chúng ta bắt đầu lúc {time}. | 我们{time}开始。 | Nou kòmanse a {time}. | نبدأ الساعة {time}.
we_start_at_tomorrow | We start at {time} tomorrow. | Mañana empezamos a las {time}. | Demain nous commençons à {time}. | Amanhã começamos às {time}. | Ngày mai chúng ta bắt đầu lúc {time}. | 我们明天{time}开始。 | Demen nou kòmanse a {time}. | نبدأ غدا الساعة {time}.
we_are_closed_on_on_day | We are closed on {day}. | El {day} estamos cerrados. | Nous sommes fermés {day}. | Estamos fechados {day}. | Chúng tôi đóng cửa vào {day}. | 我们{day}不营业。 | Nou fèmen {day}. | نحن مغلقون يوم {day}.
we_are_open_on_on_day | We are open on {day}. | El {day} estamos abiertos. | Nous sommes ouverts {day}. | Estamos abertos {day}. | Chúng tôi mở cửa vào {day}. | 我们{day}营业。 | Nou louvri {day}. | نحن مفتوحون يوم {day}.
we_are_closed_tomorrow | We are closed tomorrow. | Mañana estamos cerrados. | Nous sommes fermés demain. | Amanhã estamos fechados. | Ngày mai chúng tôi đóng cửa. | 我们明天不营业。 | Nou fèmen demen. | نحن مغلقون غدا.
we_open_late_today_because_of_snow | We open late today because of snow. | Hoy abrimos tarde por la nieve. | Nous ouvrons plus tard aujourd'hui à cause de la neige. | Hoje abrimos mais tarde por causa da neve. | Hôm nay chúng tôi mở cửa muộn vì tuyết. | 因为下雪，我们今天晚开门。 | Nou louvri an reta jodi a akoz nèj la. | نفتح متأخرين اليوم بسبب الثلج.
there_was_an_accident ! | There was an accident. | Hubo un accidente. | Il y a eu un accident. | Houve um acidente. | Đã có tai nạn. | 出事故了。 | Te gen yon aksidan. | وقع حادث.
someone_is_hurt ! | Someone is hurt. | Alguien está herido. | Quelqu'un est blessé. | Alguém está ferido. | Có người bị thương. | 有人受伤了。 | Yon moun blese. | هناك شخص مصاب.
i_got_hurt ! | I got hurt. | Me lastimé. | Je me suis blessé. | Eu me machuquei. | Tôi vừa bị thương. | 我弄伤了自己。 | Mwen blese tèt mwen. | أصبت نفسي.
i_am_hurt ! | I'm hurt. | Estoy herido. | Je suis blessé. | Estou ferido. | Tôi bị thương. | 我受伤了。 | Mwen blese. | أنا مصاب.
i_cut_my_hand ! | I cut my hand. | Me corté la mano. | Je me suis coupé la main. | Cortei a mão. | Tôi bị đứt tay. | 我割伤了手。 | Mwen koupe men mwen. | جرحت يدي.
call_the_police ! | Call the police. | Llama a la policía. | Appelez la police. | Chame a polícia. | Hãy gọi cảnh sát. | 报警。 | Rele lapolis. | اتصل بالشرطة.
there_is_a_fire ! | There is a fire. | Hay un incendio. | Il y a un incendie. | Há um incêndio. | Có cháy. | 着火了。 | Gen yon dife. | هناك حريق.
everyone_is_safe ! | Everyone is safe. | Todos están a salvo. | Tout le monde est en sécurité. | Todos estão a salvo. | Mọi người đều an toàn. | 大家都安全。 | Tout moun an sekirite. | الجميع بأمان.
please_answer | Please answer. | Por favor responde. | Répondez s'il vous plaît. | Por favor responda. | Làm ơn trả lời. | 请回复。 | Tanpri reponn. | أجب من فضلك.
please_answer_this_message | Please answer this message. | Por favor responde este mensaje. | Répondez à ce message s'il vous plaît. | Por favor responda a esta mensagem. | Làm ơn trả lời tin nhắn này. | 请回复这条短信。 | Tanpri reponn mesaj sa a. | أجب على هذه الرسالة من فضلك.
please_confirm | Please confirm. | Por favor confirma. | Confirmez s'il vous plaît. | Por favor confirme. | Làm ơn xác nhận. | 请确认。 | Tanpri konfime. | أكد من فضلك.
confirmed | Confirmed. | Confirmado. | Confirmé. | Confirmado. | Đã xác nhận. | 已确认。 | Konfime. | تم التأكيد.
i_got_it | I got it. | Recibido. | Bien reçu. | Recebido. | Tôi đã nhận được. | 收到。 | Mwen resevwa l. | استلمت.
i_will_ask | I'll ask. | Voy a preguntar. | Je vais demander. | Vou perguntar. | Tôi sẽ hỏi. | 我去问问。 | M ap mande. | سأسأل.
i_will_tell_you_tomorrow | I'll tell you tomorrow. | Mañana te digo. | Je vous le dirai demain. | Amanhã eu te digo. | Ngày mai tôi sẽ nói cho bạn. | 我明天告诉你。 | M ap di ou demen. | سأخبرك غدا.
i_do_not_know | I don't know. | No sé. | Je ne sais pas. | Não sei. | Tôi không biết. | 我不知道。 | Mwen pa konnen. | لا أعرف.
maybe | Maybe. | Tal vez. | Peut-être. | Talvez. | Có lẽ. | 也许。 | Petèt. | ربما.
later | Later. | Más tarde. | Plus tard. | Mais tarde. | Để sau. | 晚点。 | Pita. | لاحقا.
now | Now. | Ahora. | Maintenant. | Agora. | Bây giờ. | 现在。 | Kounye a. | الآن.
not_today | Not today. | Hoy no. | Pas aujourd'hui. | Hoje não. | Không phải hôm nay. | 今天不行。 | Pa jodi a. | ليس اليوم.
tomorrow | Tomorrow. | Mañana. | Demain. | Amanhã. | Ngày mai. | 明天。 | Demen. | غدا.
today | Today. | Hoy. | Aujourd'hui. | Hoje. | Hôm nay. | 今天。 | Jodi a. | اليوم.
have_a_good_weekend | Have a good weekend. | Buen fin de semana. | Bon week-end. | Bom fim de semana. | Chúc cuối tuần vui vẻ. | 周末愉快。 | Bon wikenn. | عطلة نهاية أسبوع سعيدة.
good_job | Good job. | Buen trabajo. | Bon travail. | Bom trabalho. | Làm tốt lắm. | 干得好。 | Bon travay. | عمل جيد.
great_job_today | Great job today. | Buen trabajo hoy. | Très bon travail aujourd'hui. | Ótimo trabalho hoje. | Hôm nay làm rất tốt. | 今天干得很好。 | Bèl travay jodi a. | عمل رائع اليوم.
congratulations | Congratulations. | Felicidades. | Félicitations. | Parabéns. | Chúc mừng. | 恭喜。 | Felisitasyon. | تهانينا.
wrong_number | Wrong number. | Número equivocado. | Mauvais numéro. | Número errado. | Nhầm số. | 打错号码了。 | Move nimewo. | رقم خاطئ.
who_is_this | Who is this? | ¿Quién es? | Qui est-ce ? | Quem é? | Ai đấy? | 你是谁？ | Kiyès sa ye? | من هذا؟
call_me_at | Call me at {phone}. | Llámame al {phone}. | Appelez-moi au {phone}. | Me ligue no {phone}. | Hãy gọi cho tôi theo số {phone}. | 请打{phone}给我。 | Rele mwen nan {phone}. | اتصل بي على {phone}.
my_new_number_is | My new number is {phone}. | Mi nuevo número es {phone}. | Mon nouveau numéro est le {phone}. | Meu novo número é {phone}. | Số mới của tôi là {phone}. | 我的新号码是{phone}。 | Nouvo nimewo mwen se {phone}. | رقمي الجديد هو {phone}.
my_address_changed | My address changed. | Cambió mi dirección. | Mon adresse a changé. | Meu endereço mudou. | Địa chỉ của tôi đã thay đổi. | 我的地址变了。 | Adrès mwen chanje. | تغير عنواني.
i_quit | I quit. | Renuncio. | Je démissionne. | Estou pedindo demissão. | Tôi nghỉ việc. | 我辞职。 | Mwen kite travay la. | أنا أستقيل.
i_found_another_job | I found another job. | Encontré otro trabajo. | J'ai trouvé un autre emploi. | Encontrei outro emprego. | Tôi đã tìm được việc khác. | 我找到了另一份工作。 | Mwen jwenn yon lòt travay. | وجدت عملا آخر.
my_last_day_is_on_day | My last day is {day}. | Mi último día es el {day}. | Mon dernier jour est {day}. | Meu último dia é {day}. | Ngày cuối của tôi là {day}. | 我的最后一天是{day}。 | Dènye jou mwen se {day}. | آخر يوم لي هو {day}.
can_i_take_my_vacation | Can I take my vacation? | ¿Puedo tomar mis vacaciones? | Puis-je prendre mes vacances ? | Posso tirar minhas férias? | Tôi nghỉ phép được không? | 我可以休假吗？ | Èske mwen ka pran vakans mwen? | هل يمكنني أخذ عطلتي؟
i_want_to_take_vacation | I want to take vacation. | Quiero tomar vacaciones. | Je veux prendre des vacances. | Quero tirar férias. | Tôi muốn nghỉ phép. | 我想休假。 | Mwen vle pran vakans. | أريد أخذ عطلة.
how_many_vacation_days_do_i_have | How many vacation days do I have? | ¿Cuántos días de vacaciones tengo? | Combien de jours de vacances ai-je ? | Quantos dias de férias eu tenho? | Tôi có bao nhiêu ngày phép? | 我有几天假期？ | Konbyen jou vakans mwen genyen? | كم يوم عطلة لدي؟
you_have_vacation_days | You have {number} vacation days. | Tienes {number} días de vacaciones. | Vous avez {number} jours de vacances. | Você tem {number} dias de férias. | Bạn có {number} ngày phép. | 你有{number}天假期。 | Ou gen {number} jou vakans. | لديك {number} يوم عطلة.
i_need_on_day_off | I need {day} off. | Necesito el {day} libre. | J'ai besoin d'un congé {day}. | Preciso de folga {day}. | Tôi cần nghỉ vào {day}. | 我{day}需要休息。 | Mwen bezwen {day} konje. | أحتاج إلى إجازة يوم {day}.
i_need_tomorrow_off | I need tomorrow off. | Necesito mañana libre. | J'ai besoin d'un congé demain. | Preciso de folga amanhã. | Tôi cần nghỉ ngày mai. | 我明天需要休息。 | Mwen bezwen demen konje. | أحتاج إلى إجازة غدا.
your_request_is_approved | Your request is approved. | Tu solicitud está aprobada. | Votre demande est approuvée. | Sua solicitação foi aprovada. | Yêu cầu của bạn được chấp thuận. | 你的申请批准了。 | Demann ou apwouve. | تمت الموافقة على طلبك.
your_request_is_denied | Your request is denied. | Tu solicitud fue rechazada. | Votre demande est refusée. | Sua solicitação foi negada. | Yêu cầu của bạn bị từ chối. | 你的申请被拒绝了。 | Demann ou refize. | تم رفض طلبك.
`
