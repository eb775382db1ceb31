# A client of Latchkey's agent for POSIX shells: tokens, authorised requests and signatures of a signed-in user, without
# their keys. Read it into a script:
#
#   . ./latchkey-agent.sh
#   token=$(latchkey_agent_token --min-validity 60) || exit
#
# LATCHKEY is the program (default: latchkey); LATCHKEY_OPTIONS can have options without blanks, such as
# '--config=/home/jane/auth.json'. A shell reads no JSON and opens no socket, so that each call runs `latchkey agent
# request`, which starts the agent if it does not run. An error is on standard error, and its class in the status.

# latchkey_agent_token [--min-validity SECONDS] [--account ID | --label KEY=VALUE | --provider ID]: prints the token.
latchkey_agent_token() {
  _latchkey_fields "$@" || return
  _latchkey_request token "\"request\": \"token\"$_latchkey_json" </dev/null
}

# latchkey_agent_authorize METHOD URL [--body FILE] [--content-type TYPE] [the options of an account]: prints the header
# fields, one on each line, for `curl -H @-`. Send exactly the bytes of FILE (`curl --data-binary @FILE`).
latchkey_agent_authorize() {
  [ $# -ge 2 ] || { echo 'latchkey_agent_authorize needs METHOD and URL' >&2; return 64; }
  _latchkey_method=$(_latchkey_quoted "$1") && _latchkey_url=$(_latchkey_quoted "$2") || return
  shift 2
  _latchkey_fields "$@" || return
  _latchkey_request headers \
    "\"request\": \"authorize\", \"method\": $_latchkey_method, \"url\": $_latchkey_url$_latchkey_json"
}

# latchkey_agent_sign FILE [the options of an account]: prints the value of the header field that signs the file.
latchkey_agent_sign() {
  [ $# -ge 1 ] || { echo 'latchkey_agent_sign needs FILE' >&2; return 64; }
  _latchkey_file=$1
  shift
  _latchkey_fields --body "$_latchkey_file" "$@" || return
  _latchkey_request value "\"request\": \"sign\"$_latchkey_json"
}

# Sends one request on standard input, so that no process list shows it, and prints one member of the result.
_latchkey_request() {
  # shellcheck disable=SC2086 # LATCHKEY_OPTIONS consists of words
  printf '{%s}\n' "$2" | "${LATCHKEY:-latchkey}" agent request --print "$1" ${LATCHKEY_OPTIONS:-}
}

# Turns options into members of JSON, in _latchkey_json.
_latchkey_fields() {
  _latchkey_json=
  while [ $# -ge 2 ]; do
    case $1 in
      --min-validity)
        case $2 in '' | *[!0-9]*) echo '--min-validity takes a number' >&2; return 64 ;; esac
        _latchkey_json="$_latchkey_json, \"minValidity\": $2" ;;
      --account | --label | --provider)
        _latchkey_value=$(_latchkey_quoted "$2") || return
        _latchkey_json="$_latchkey_json, \"${1#--}\": $_latchkey_value" ;;
      --content-type)
        _latchkey_value=$(_latchkey_quoted "$2") || return
        _latchkey_json="$_latchkey_json, \"contentType\": $_latchkey_value" ;;
      --body)
        [ -r "$2" ] || { echo "the file $2 cannot be read" >&2; return 64; }
        _latchkey_value=$(base64 <"$2" | tr -d '\n') || return
        _latchkey_json="$_latchkey_json, \"bodyBase64\": \"$_latchkey_value\"" ;;
      *) echo "unknown option $1" >&2; return 64 ;;
    esac
    shift 2
  done
  [ $# -eq 0 ] || { echo "the option $1 needs a value" >&2; return 64; }
}

# Prints a text as a JSON string. A control character, such as a line break, is refused.
_latchkey_quoted() {
  case $1 in
    *[[:cntrl:]]*) echo 'a value contains a control character' >&2; return 64 ;;
  esac
  printf '"%s"' "$(printf '%s' "$1" | sed 's/\\/\\\\/g; s/"/\\"/g')"
}
