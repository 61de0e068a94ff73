-- Appends to a log, a stream whose ids are the numbers. Each entry has its bytes, and how many bytes the log
-- ever had by then. ARGV: bytes to keep, ttl in ms, whether the numbers rise ('1'), then numbers and bytes.
-- Returns false if they are there, or else the last number that the log had already.
local function less(a, b)
  if #a ~= #b then return #a < #b end
  return a < b
end
local key, keep, count = KEYS[1], tonumber(ARGV[1]), #ARGV
local last, ever, size = '0', 0, 0
local newest = redis.call('XREVRANGE', key, '+', '-', 'COUNT', 1)[1]
if newest then
  last, ever = string.match(newest[1], '^%d+'), tonumber(newest[2][4])
  if last == ARGV[count - 1] and newest[2][2] == ARGV[count] then return false end
end
if ARGV[3] ~= '1' or not less(last, ARGV[4]) then return last end
for i = 4, count, 2 do
  ever = ever + #ARGV[i + 1]
  redis.call('XADD', key, ARGV[i] .. '-0', 'd', ARGV[i + 1], 'b', string.format('%.0f', ever))
end
local left = redis.call('XLEN', key)
while left > 1 do
  local oldest = redis.call('XRANGE', key, '-', '+', 'COUNT', 1)
  -- What is kept without the first one is more than enough, or the first one is needed.
  local without = ever - tonumber(oldest[1][2][4])
  if without + #oldest[1][2][2] <= keep then break end
  redis.call('XDEL', key, oldest[1][1])
  left = left - 1
end
redis.call('PEXPIRE', key, ARGV[2])
return false
