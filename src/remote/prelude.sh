#!/bin/sh
# agtmux: started as "sh <home>/remote/watcher-<hash>.sh <daemon> channel|window"
# shellcheck disable=SC2086,SC2046
LC_ALL=C TZ=UTC0
export LC_ALL TZ
umask 077
daemon=$1 carrier=$2
shift 2
home=${0%/remote/*}
spool=$home/spool
default_ifs=$IFS
requests='' keeper='' own_start=''
